"""The QRIO as points of mass: its centre of mass, and the way back from a place of the centre and the feet to joint angles.

m and kg; axes of the pelvis: forward, left, up, from the middle between the hips. Arms count as hanging down.
"""

import math
from typing import Dict, Optional, Tuple

from .legs import ANKLE_HEIGHT, SIDES, LegAngles, Rotation, Vector, add, back, leg_angles, leg_place, multiply, rotate

#: Angles of both legs by side.
Legs = Dict[str, LegAngles]
#: Place of the ankle and rotation of the foot, by side.
Feet = Dict[str, Tuple[Vector, Rotation]]

#: Of head, neck, torso, arms and pelvis: mass, and height above the ground with all joints at 0 (robots/Qrio.ts).
_PARTS = (
    (1.82, 0.408), (0.6, 0.534), (0.09, 0.486), (0.1, 0.314), (0.6, 0.292), (0.24, 0.438), (0.32, 0.3985), (0.24, 0.3105), (0.18, 0.237),
)  # fmt: skip
_UPPER_MASS = sum(mass for mass, _ in _PARTS)
_UPPER: Vector = (0.0016, 0.0, sum(mass * height for mass, height in _PARTS) / _UPPER_MASS - 0.26)
_HIP_MASS, _THIGH_MASS, _SHANK_MASS, _ANKLE_MASS, _FOOT_MASS = 0.24, 0.45, 0.35, 0.1, 0.25
QRIO_MASS = _UPPER_MASS + 2 * (_HIP_MASS + _THIGH_MASS + _SHANK_MASS + _ANKLE_MASS + _FOOT_MASS)
#: Where the search for the place of the hips ends, m.
_CLOSE = 1e-7


def center_of_mass(legs: Legs) -> Vector:
    total = add((0.0, 0.0, 0.0), _UPPER, _UPPER_MASS)
    for side in SIDES:
        hip, knee, ankle, foot = leg_place(side, legs[side])
        total = add(total, hip, _HIP_MASS + _THIGH_MASS / 2)
        total = add(total, knee, (_THIGH_MASS + _SHANK_MASS) / 2)
        total = add(total, ankle, _SHANK_MASS / 2 + _ANKLE_MASS + _FOOT_MASS)
        total = add(total, rotate(foot, (0.01, 0.0, -0.8 * ANKLE_HEIGHT)), _FOOT_MASS)
    return total[0] / QRIO_MASS, total[1] / QRIO_MASS, total[2] / QRIO_MASS


def body_angles(center: Vector, pelvis: Rotation, feet: Feet, hips: Optional[Vector] = None) -> Tuple[Legs, Vector]:
    """Angles that bring feet and centre of mass to places in the world, and the place of the hips. `hips`: where to look for it first."""
    level = back(pelvis)
    hips = hips or add(center, (0.0, 0.0, -0.04))
    legs: Legs = {}
    for _ in range(12):
        legs = {
            side: leg_angles(side, rotate(level, add(ankle, hips, -1)), multiply(level, turn)) for side, (ankle, turn) in feet.items()
        }
        before = hips
        hips = add(center, rotate(pelvis, center_of_mass(legs)), -1)
        if math.dist(before, hips) < _CLOSE:
            break
    return legs, hips
