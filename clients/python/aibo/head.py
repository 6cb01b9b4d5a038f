"""Turns the head so that the nose camera looks at a point, and finds points that the camera saw. mm in the body's frame: forward, left, up."""

import math
from typing import Tuple

from .legs import CAMERA, NECK, NOD, SERVOS, Point, Pose, in_range

_NECK_LENGTH, _DROP = NOD[2] - NECK[2], NOD[2] - CAMERA[2]
#: The neck leans forward as far as needed for the nod to reach the point; searched in this many steps.
_STEPS = 20


def aim_head(point: Point) -> Pose:
    """Angles of neck and head. A point out of reach: as near as the joints allow."""
    tilt, least = SERVOS["NeckTilt"].most, SERVOS["NeckNod"].least
    for _ in range(_STEPS):
        _, nod = _aim_with(tilt, point)
        if nod >= least:
            break
        tilt = in_range("NeckTilt", tilt + nod - least)
    pan, nod = _aim_with(tilt, point)
    return {"NeckTilt": tilt, "NeckPan": in_range("NeckPan", pan), "NeckNod": in_range("NeckNod", nod)}


def _aim_with(tilt: float, point: Point) -> Tuple[float, float]:
    """Pan and nod."""
    x, left, z = point[0] - NECK[0], point[1], point[2] - NECK[2]
    # along the axes of the tilted neck, from where pan and nod meet
    ahead = x * math.cos(tilt) + z * math.sin(tilt)
    above = z * math.cos(tilt) - x * math.sin(tilt) - _NECK_LENGTH
    flat = math.hypot(ahead, left)
    distance = max(_DROP, math.hypot(flat, above))
    return math.atan2(left, ahead), math.atan2(above, flat) + math.asin(_DROP / distance)


def head_point(angles: Point, point: Point) -> Point:
    """Where a point of the head's frame (from where pan and nod meet) is in the body's frame, for tilt, pan and nod."""
    tilt, pan, nod = angles
    ahead, left, up = _raise(nod, point)
    x, y, z = _raise(tilt, (ahead * math.cos(pan) - left * math.sin(pan), ahead * math.sin(pan) + left * math.cos(pan), up + _NECK_LENGTH))
    return x + NECK[0], y, z + NECK[2]


def _raise(angle: float, point: Point) -> Point:
    """Turned about the axis to the right, so that forward goes up."""
    forward, left, up = point
    return forward * math.cos(angle) - up * math.sin(angle), left, forward * math.sin(angle) + up * math.cos(angle)
