"""Geometry of the AIBO ERS-7 and kinematics of its legs: joint angles to the centre of the paw ball, and back.

Lengths are in mm, angles in rad. Points are relative to the shoulder or hip: forward, outward, up, along the axes of the body. Legs are
called LF, RF, LH, RH: left and right, front and hind. Signs and ranges of the joints: docs/legged.md.
"""

import math
from typing import Dict, NamedTuple, Tuple

Point = Tuple[float, float, float]
#: Target angles by joint, rad.
Pose = Dict[str, float]

LEGS = ("LF", "RF", "LH", "RH")
#: Half of the distance from shoulder to hip, and of the track.
HALF_LENGTH, HALF_TRACK = 65.0, 62.5
PAW_OUT, PAW_RADIUS = 4.7, 11.7165
#: From the body's centre: the axis of the tilt; pan and nod meet; camera.
NECK: Point = (67.5, 0.0, 19.5)
NOD: Point = (67.5, 0.0, 99.5)
CAMERA: Point = (148.56, 0.0, 84.9)

_KNEE_AHEAD, _KNEE_DOWN = 9.0, 69.5
#: Length from the knee to the paw, and its angle from straight down. A hind leg is a front leg that faces backward.
_SHIN = {"F": (65.434, math.radians(-4.41)), "H": (67.647, math.radians(-11.54))}


class Servo(NamedTuple):
    """Range that Sony's software allows, rad, and highest speed, rad/s."""

    least: float
    most: float
    speed: float


def _servos() -> Dict[str, Servo]:
    degrees = {
        "NeckTilt": (-75, 0, 3.185), "NeckPan": (-88, 88, 10.057), "NeckNod": (-15, 45, 5.781), "Mouth": (-55, -3, 10.145),
        "TailTilt": (5, 60, 15.163), "TailPan": (-45, 45, 15.163), "LeftEar": (0, 15, 10), "RightEar": (0, 15, 10),
    }  # fmt: skip
    for leg in LEGS:
        degrees[f"{leg}Rotator"] = (-115, 130, 4.865) if leg[1] == "F" else (-130, 115, 4.865)
        degrees[f"{leg}Elevator"] = (-10, 88, 5.28)
        degrees[f"{leg}Knee"] = (-25, 122, 5.28)
    return {name: Servo(math.radians(least), math.radians(most), speed) for name, (least, most, speed) in degrees.items()}


#: The 20 joints.
SERVOS = _servos()


def within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


def in_range(joint: str, angle: float) -> float:
    return within(angle, SERVOS[joint].least, SERVOS[joint].most)


def leg_joints(leg: str) -> Tuple[str, str, str]:
    return f"{leg}Rotator", f"{leg}Elevator", f"{leg}Knee"


def leg_pose(leg: str, angles: Point) -> Pose:
    return dict(zip(leg_joints(leg), angles))


def _plane(leg: str, knee: float) -> Tuple[float, float]:
    """The paw ahead of and below the shoulder, before rotator and elevator turn the leg."""
    shin, bent = _SHIN[leg[1]]
    return _KNEE_AHEAD + shin * math.sin(knee + bent), _KNEE_DOWN + shin * math.cos(knee + bent)


def paw_point(leg: str, angles: Point) -> Point:
    """Where the paw is for rotator, elevator and knee."""
    rotator, elevator, knee = angles
    ahead, down = _plane(leg, knee)
    facing = 1 if leg[1] == "F" else -1
    outward = PAW_OUT * math.cos(elevator) + down * math.sin(elevator)
    below = down * math.cos(elevator) - PAW_OUT * math.sin(elevator)
    forward = facing * (ahead * math.cos(rotator) + below * math.sin(rotator))
    return forward, outward, ahead * math.sin(rotator) - below * math.cos(rotator)


def leg_angles(leg: str, point: Point) -> Point:
    """Rotator, elevator and knee that bring the paw to a point, or as near as length and ranges of the leg allow."""
    forward, outward, up = point
    facing = 1 if leg[1] == "F" else -1
    shin, bent = _SHIN[leg[1]]
    upper = math.hypot(_KNEE_AHEAD, _KNEE_DOWN)
    square = forward**2 + outward**2 + up**2 - PAW_OUT**2
    fold = math.acos(within((square - upper**2 - shin**2) / (2 * upper * shin), -1, 1))
    knee = in_range(f"{leg}Knee", fold + math.atan2(_KNEE_AHEAD, _KNEE_DOWN) - bent)
    ahead, down = _plane(leg, knee)
    reach = math.hypot(down, PAW_OUT)
    elevator = in_range(f"{leg}Elevator", math.asin(within(outward / reach, -1, 1)) - math.atan2(PAW_OUT, down))
    below = down * math.cos(elevator) - PAW_OUT * math.sin(elevator)
    rotator = in_range(f"{leg}Rotator", math.atan2(facing * forward, -up) - math.atan2(ahead, below))
    return rotator, elevator, knee
