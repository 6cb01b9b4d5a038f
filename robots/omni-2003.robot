# The omni-directional robot of the 2003 paper: three omni wheels, kicker, dribbler, inside a cylinder of 180 x 150 mm.
# KICKER_SIZE is the line that the paper prints. The other figures are not in it: they are what such a robot can have.

TYPE = OmniRobot
NAME = Omni2003
BODY_RADIUS = 88                    # mm
BODY_HEIGHT = 145
BODY_FRONT = 64                     # the flat front is as wide as the kicker
BODY_CENTER = 45                    # height of the centre of mass
BODY_MASS = 2.0                     # kg, without wheels
WHEEL_ANGLES = 60 180 300           # degrees from forward, counter-clockwise
WHEEL_RADIUS = 25
WHEEL_WIDTH = 12
WHEEL_DISTANCE = 74
WHEEL_MASS = 0.06
WHEEL_MATERIAL = OmniWheel
MOTOR_TORQUE = 0.12                 # N·m at the wheel, held still
MOTOR_SPEED = 90                    # rad/s of the wheel without a load: 2.2 m/s at its rim
LIMIT_ACCELERATION = 2.5 20         # m/s², rad/s²
KICKER_SIZE = 120 3.175 20          # <x, y, z> mm
KICKER_POSITION = 0 65.5875 20
KICKER_SPEED = 4                    # m/s
DRIBBLER_SIZE = 76 12 12            # length, diameter, diameter
DRIBBLER_GROOVE = 26                # in its middle, where the ball lies
DRIBBLER_POSITION = 0 73.2 38
DRIBBLER_SPEED = 450                # rad/s: 2.7 m/s at its rim
