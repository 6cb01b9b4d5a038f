# A four-wheel robot with the limits that the team TIGERs Mannheim gave for the league's virtual tournaments
# (ssl-simulation-setup, robot-specs.yaml): 3.7 m/s and 26.2 rad/s, 4.7 and 50.8 to speed up, 5.9 and 51.6 to brake, kicks of
# 8 m/s. Mass and distance of the dribbler: the same team's Sumatra (2.5 kg, 75 mm). The rest as in ssl.robot, with
# motors that are strong enough for these limits.

TYPE = OmniRobot
NAME = Tigers
BODY_RADIUS = 90                    # mm
BODY_HEIGHT = 147
BODY_FRONT = 70
BODY_CENTER = 40
BODY_MASS = 2.3                     # kg; 2.5 with its wheels
WHEEL_ANGLES = 60 135 225 300       # degrees from forward, counter-clockwise
WHEEL_RADIUS = 27
WHEEL_WIDTH = 12
WHEEL_DISTANCE = 76
WHEEL_MASS = 0.05
WHEEL_MATERIAL = OmniWheel
MOTOR_TORQUE = 0.4                  # N·m at the wheel, held still
MOTOR_SPEED = 220                   # rad/s
GYRO_GAIN = 3                       # of the loop that keeps its turning
LIMIT_SPEED = 3.7 26.2              # m/s, rad/s
LIMIT_ACCELERATION = 4.7 50.8       # m/s², rad/s²
LIMIT_BRAKING = 5.9 51.6
KICKER_SIZE = 70 3 25               # x right, y forward, z up
KICKER_POSITION = 0 73.5 22.5       # its face is 75 mm from the middle
KICKER_SPEED = 8                    # m/s
KICKER_CHIP_SPEED = 8
DRIBBLER_SIZE = 46 12 12            # length, diameter, diameter
DRIBBLER_GROOVE = 26                # in its middle, where the ball lies
DRIBBLER_POSITION = 0 81 38
DRIBBLER_SPEED = 450                # rad/s: 2.7 m/s at its rim
