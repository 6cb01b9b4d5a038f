"""The AIBO ERS-7 of robots/aibo.xml: leg kinematics, gaits, kicks, getting up, and the ball by the nose camera. Standard library only.

    from pathlib import Path
    from aibo import Pilot
    from ubersim import Robot

    pilot = Pilot()
    pilot.walk(forward=0.2, turn=0.3)                  # m/s and rad/s; pilot.kick("left"), pilot.look_at = (600, 0, -60)
    with Robot(Path("robots/aibo.xml")) as robot:
        for frame in robot:
            pilot.step(robot, frame)

The folder that holds this package and ubersim.py, clients/python, must be on Python's path. The same in TypeScript: examples/legged.
"""

from .ball import BallEye, BallPlayer, ball_point, find_ball, search_point
from .falls import Balance, GetUp, rise_keys
from .gaits import DRIVE, FAST, GAITS, PG22, PG31, SEARCHED, UPENN, Command, Gait, GaitLeg, check_gait
from .head import aim_head, head_point
from .kicks import KICK_SPOTS, KICKS, block_keys, kick_keys
from .legs import LEGS, SERVOS, leg_angles, paw_point
from .motions import FRAME, STAND, Key, Motion, Servos, all_legs, head_pose, one_leg
from .pilot import Pilot
from .trot import Trot

__all__ = [
    "DRIVE", "FAST", "FRAME", "GAITS", "KICKS", "KICK_SPOTS", "LEGS", "PG22", "PG31", "SEARCHED", "SERVOS", "STAND", "UPENN",
    "Balance", "BallEye", "BallPlayer", "Command", "Gait", "GaitLeg", "GetUp", "Key", "Motion", "Pilot", "Servos", "Trot",
    "aim_head", "all_legs", "ball_point", "block_keys", "check_gait", "find_ball", "head_point", "head_pose", "kick_keys", "leg_angles",
    "one_leg", "paw_point", "rise_keys", "search_point",
]  # fmt: skip
