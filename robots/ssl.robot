# A robot of today's Small Size League: four omni wheels, flat front, kicker plate, dribbler bar.
# Sources: rule book, 2026 (inside a cylinder of 180 x 150 mm); wheel angles and wheel radius of grSim's Parsian robot; wheel
# mass of rSim; mass, and from the middle to the dribbler, middles of the teams' own figures in the league's virtual
# tournaments (1.5 to 2.7 kg, 70 to 78 mm); torque between rSim's and grSim's motors, its limit ours; speed of the wheels: rSim's, 4 m/s at the rim; most speed of
# ER-Force's simulator. What it asks of its wheels lies below what the carpet can take.

TYPE = OmniRobot
NAME = Ssl
BODY_RADIUS = 90                    # mm
BODY_HEIGHT = 147
BODY_FRONT = 70                     # from the middle to the flat front
BODY_CENTER = 45                    # height of the centre of mass: batteries and motors lie low
BODY_MASS = 2.3                     # kg, without wheels
WHEEL_ANGLES = 60 135 225 300       # degrees from forward, counter-clockwise
WHEEL_RADIUS = 27
WHEEL_WIDTH = 12
WHEEL_DISTANCE = 76
WHEEL_MASS = 0.05
WHEEL_MATERIAL = OmniWheel
MOTOR_TORQUE = 0.12                 # N·m at the wheel, held still: what the carpet can take
MOTOR_SPEED = 150                   # rad/s of the wheel without a load: 4 m/s at its rim
MOTOR_LIMIT = 0.08                  # N·m that its electronics let through for good: who is jammed does not spin its wheels
GYRO_GAIN = 3                       # of the loop that keeps its turning
LIMIT_SPEED = 3.5 15                # m/s, rad/s
LIMIT_ACCELERATION = 3 30           # m/s², rad/s²
LIMIT_BRAKING = 4 40
KICKER_SIZE = 70 3 25               # x right, y forward, z up
KICKER_POSITION = 0 71.5 22.5
KICKER_SPEED = 6.5                  # m/s, the most that the rules allow
KICKER_CHIP_SPEED = 6.5
DRIBBLER_SIZE = 59 12 12            # length, diameter, diameter
DRIBBLER_GROOVE = 26                # in its middle, where the ball lies
DRIBBLER_POSITION = 0 79 38
DRIBBLER_SPEED = 450                # rad/s: 2.7 m/s at its rim
