"""Geometry of the QRIO and kinematics of its legs: joint angles to ankle and foot, and back.

Lengths are in m, angles in rad. Points are relative to the middle between the hips, along the axes of the pelvis: forward, left, up. All
pitch axes of a leg are parallel, so its ankle roll follows from where the hip is seen from the foot. The yaw axis lies 13 mm behind the
hip: its angle is found by repetition. A rotation is a unit quaternion x, y, z, w.
"""

import math
from typing import Dict, NamedTuple, Tuple

from aibo.legs import Servo, within

Vector = Tuple[float, float, float]
Rotation = Tuple[float, float, float, float]
#: In the order of LEG_JOINTS, rad.
LegAngles = Tuple[float, float, float, float, float, float]

SIDES = ("Left", "Right")
LEG_JOINTS = ("HipYaw", "HipRoll", "HipPitch", "Knee", "AnklePitch", "AnkleRoll")
ROLL, PITCH, YAW = 0, 1, 2
FORWARD, UP = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
#: Height of the ankle above the sole.
ANKLE_HEIGHT = 0.049

#: Axes of the left leg: yaw, and where roll and pitch meet. From hip to knee, and from knee to ankle.
_HIP_YAW, _HIP = (-0.013, 0.046, 0.023), (0.0, 0.046, 0.0)
_THIGH, _SHANK = (0.006, 0.0, -0.111), (-0.006, 0.0, -0.1)
_THIGH_LENGTH, _SHANK_LENGTH = math.hypot(*_THIGH), math.hypot(*_SHANK)
#: Bend of the straight leg.
_BEND = math.atan2(_THIGH[0], -_THIGH[2]) + math.atan2(-_SHANK[0], -_SHANK[2])
#: The search for the yaw ends with such a change.
_CLOSE = 1e-9


def _servos() -> Dict[str, Servo]:
    one = {
        "NeckPitch": (-30, 45, 5), "NeckYaw": (-90, 90, 5), "NeckRoll": (-25, 25, 5), "HeadPitch": (-30, 30, 5),
        "WaistPitch": (-60, 20, 5), "WaistRoll": (-30, 30, 5),
    }  # fmt: skip
    # of the left side; roll and yaw of the right one are mirrored
    each = {
        "HipYaw": (-40, 60, 7), "HipRoll": (-25, 45, 7), "HipPitch": (-100, 30, 7), "Knee": (-5, 130, 7), "AnklePitch": (-70, 50, 7),
        "AnkleRoll": (-40, 40, 7), "ShoulderPitch": (-170, 60, 6), "ShoulderRoll": (-5, 100, 6), "ArmYaw": (-110, 110, 6),
        "Elbow": (-120, 5, 6), "WristYaw": (-90, 90, 6),
        **{finger: (-80, 0, 6) for finger in ("Thumb", "Index", "Middle", "Ring", "Little")},
    }  # fmt: skip
    unmirrored = ("HipPitch", "Knee", "AnklePitch", "ShoulderPitch", "ArmYaw", "Elbow", "WristYaw")
    for joint, (least, most, speed) in each.items():
        one[f"Left{joint}"] = (least, most, speed)
        one[f"Right{joint}"] = (least, most, speed) if joint in unmirrored else (-most, -least, speed)
    return {name: Servo(math.radians(least), math.radians(most), speed) for name, (least, most, speed) in one.items()}


#: The 38 joints: stops and highest speed.
SERVOS = _servos()


def add(a: Vector, b: Vector, share: float = 1.0) -> Vector:
    return a[0] + share * b[0], a[1] + share * b[1], a[2] + share * b[2]


def turn_about(axis: int, angle: float) -> Rotation:
    """About ROLL, PITCH or YAW."""
    s, c = math.sin(angle / 2), math.cos(angle / 2)
    return (s, 0.0, 0.0, c) if axis == ROLL else (0.0, s, 0.0, c) if axis == PITCH else (0.0, 0.0, s, c)


def multiply(a: Rotation, b: Rotation) -> Rotation:
    """First b, then a."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def back(q: Rotation) -> Rotation:
    return -q[0], -q[1], -q[2], q[3]


def rotate(q: Rotation, v: Vector) -> Vector:
    (a, b, c, w), (x, y, z) = q, v
    # t = 2 u x v, v' = v + w t + u x t
    tx, ty, tz = 2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)
    return x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx


def _on_side(side: str, v: Vector) -> Vector:
    return v[0], v[1] if side == "Left" else -v[1], v[2]


class LegPlace(NamedTuple):
    """Hip, knee, ankle, and the rotation of the foot."""

    hip: Vector
    knee: Vector
    ankle: Vector
    foot: Rotation


def leg_place(side: str, angles: LegAngles) -> LegPlace:
    yaw, roll, pitch, knee, ankle_pitch, ankle_roll = angles
    base, block = _on_side(side, _HIP_YAW), turn_about(YAW, yaw)
    hip = add(base, rotate(block, add(_on_side(side, _HIP), base, -1)))
    thigh = multiply(multiply(block, turn_about(ROLL, roll)), turn_about(PITCH, pitch))
    shank = multiply(thigh, turn_about(PITCH, knee))
    knee_at = add(hip, rotate(thigh, _THIGH))
    foot = multiply(multiply(shank, turn_about(PITCH, ankle_pitch)), turn_about(ROLL, ankle_roll))
    return LegPlace(hip, knee_at, add(knee_at, rotate(shank, _SHANK)), foot)


def leg_angles(side: str, ankle: Vector, foot: Rotation) -> LegAngles:
    """Angles for a place of the ankle and a rotation of the foot, or as near as the leg's length allows."""
    base = _on_side(side, _HIP_YAW)
    arm = add(_on_side(side, _HIP), base, -1)
    ahead = rotate(foot, FORWARD)
    start = math.atan2(ahead[1], ahead[0])
    angles: LegAngles = (start, 0.0, 0.0, 0.0, 0.0, 0.0)
    for _ in range(4):
        before = angles[0]
        angles = _angles_at(ankle, foot, add(base, rotate(turn_about(YAW, before), arm)))
        if abs(angles[0] - before) < _CLOSE:
            break
    return angles


def _angles_at(ankle: Vector, foot: Rotation, hip_at: Vector) -> LegAngles:
    # the hip seen from the foot
    ahead, aside, above = rotate(back(foot), add(hip_at, ankle, -1))
    ankle_roll, up = math.atan2(aside, above), math.hypot(aside, above)
    reach = (ahead * ahead + up * up - _THIGH_LENGTH**2 - _SHANK_LENGTH**2) / (2 * _THIGH_LENGTH * _SHANK_LENGTH)
    knee = math.acos(within(reach, -1, 1)) - _BEND
    # the hip seen from the shank
    x, _, z = rotate(turn_about(PITCH, -knee), (-_THIGH[0], 0.0, -_THIGH[2]))
    ankle_pitch = math.atan2(x - _SHANK[0], z - _SHANK[2]) - math.atan2(ahead, up)
    fork = multiply(foot, turn_about(ROLL, -ankle_roll))
    left = rotate(fork, (0.0, 1.0, 0.0))
    pitches = math.atan2(-rotate(fork, FORWARD)[2], rotate(fork, UP)[2])
    hip_roll = math.asin(within(left[2], -1, 1))
    return math.atan2(-left[0], left[1]), hip_roll, pitches - knee - ankle_pitch, knee, ankle_pitch, ankle_roll
