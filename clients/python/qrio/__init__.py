"""The QRIO of robots/qrio.xml: kinematics, a walk that catches pushes, shifting the weight, waving. Standard library only.

    from pathlib import Path
    from qrio import Pilot
    from ubersim import Robot

    pilot = Pilot()
    pilot.walk(forward=0.1, turn=0.2)                  # m/s and rad/s; pilot.wave(), pilot.shift_weight(0.5)
    with Robot(Path("robots/qrio.xml")) as robot:
        for frame in robot:
            pilot.step(robot, frame)

The folder that holds this package, the package aibo and ubersim.py, clients/python, must be on Python's path. The same in TypeScript:
examples/legged.
"""

from .body import body_angles, center_of_mass
from .estimate import Attitude, Estimate
from .legs import LEG_JOINTS, SERVOS, SIDES, leg_angles, leg_place
from .pilot import Pilot, wave_keys
from .walk import TOP, Senses, SoleLoad, Walk

__all__ = [
    "LEG_JOINTS", "SERVOS", "SIDES", "TOP", "Attitude", "Estimate", "Pilot", "Senses", "SoleLoad", "Walk", "body_angles", "center_of_mass",
    "leg_angles", "leg_place", "wave_keys",
]  # fmt: skip
