# The differential-drive robot of the 2003 paper, which accelerates at 2 m/s² and drives an eight at 0.8 m/s: two
# wheels, two casters, kicker, dribbler, inside a cylinder of 180 x 150 mm. KICKER_SIZE is the line that the paper prints. The
# other figures are not in it: they are what such a robot can have.

TYPE = DiffRobot
NAME = Diff2003
BODY_RADIUS = 88                    # mm
BODY_HEIGHT = 145
BODY_FRONT = 64
BODY_CENTER = 40                    # height of the centre of mass
BODY_MASS = 2.2                     # kg, without wheels
WHEEL_RADIUS = 30
WHEEL_WIDTH = 10
WHEEL_DISTANCE = 72                 # from the middle to a wheel: half of the wheel base
WHEEL_MASS = 0.08
WHEEL_MATERIAL = Rubber
MOTOR_TORQUE = 0.25                 # N·m at the wheel, held still
MOTOR_SPEED = 80                    # rad/s of the wheel without a load: 2.4 m/s at its rim
KICKER_SIZE = 120 3.175 20          # <x, y, z> mm
KICKER_POSITION = 0 65.5875 20
KICKER_SPEED = 3                    # m/s
DRIBBLER_SIZE = 76 12 12            # length, diameter, diameter
DRIBBLER_GROOVE = 26                # in its middle, where the ball lies
DRIBBLER_POSITION = 0 73.2 38
DRIBBLER_SPEED = 450                # rad/s: 2.7 m/s at its rim
