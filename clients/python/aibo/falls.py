"""Which way is up, by the accelerometer, and getting up from any fall.

Lying on a side, the lower legs swing to the side of the back and press it up until it rolls onto its belly. Lying on its back, the legs of
one side do the same, and it comes to lie on the other side.
"""

import math
from typing import List, Tuple

from ubersim import Frame, Robot

from .legs import LEGS, Pose
from .motions import FRAME, STAND, Key, Motion, Servos, all_legs, head_pose, one_leg

#: Time over which the direction of the force is averaged, s, and cosine of the lean from which on it is fallen.
_MEMORY, _FALLEN = 0.3, 0.6
_HEAD = head_pose(0, 0, 0)


class Balance:
    """The mean direction of the specific force: the AIBO has no gyroscope. Blows count no more than rest does."""

    def __init__(self) -> None:
        self._mean = (0.0, 0.0, 1.0)

    def sense(self, frame: Frame) -> None:
        if frame.is_reset:
            self._mean = (0.0, 0.0, 1.0)
        if "Accelerometer" not in frame:
            return
        now = frame["Accelerometer"]
        length, share = _length(now), FRAME / _MEMORY
        x, y, z = (mean + share * (value / length - mean) for mean, value in zip(self._mean, now))
        self._mean = (x, y, z)

    @property
    def posture(self) -> str:
        """upright, or which end is down: left, right, back, nose, tail."""
        x, y, z = self._mean
        if z / _length(self._mean) > _FALLEN:
            return "upright"
        if abs(x) >= abs(y) and abs(x) >= abs(z):
            return "left" if x > 0 else "right"
        if abs(y) >= abs(z):
            return "tail" if y > 0 else "nose"
        return "back"


def _length(vector: Tuple[float, ...]) -> float:
    return math.sqrt(sum(value * value for value in vector)) or 1.0


class GetUp:
    """Motion by motion, as the posture asks for, until it stands."""

    def __init__(self) -> None:
        self.is_over = False
        self._motion = Motion([])
        self._is_last = False

    def step(self, robot: Robot, servos: Servos, balance: Balance) -> None:
        if self._motion.is_over:
            is_upright = balance.posture == "upright"
            if self._is_last and is_upright:
                self.is_over = True
                return
            self._is_last = is_upright
            self._motion = Motion(rise_keys(balance.posture))
        self._motion.step(robot, servos)


def rise_keys(posture: str) -> List[Key]:
    """The motion out of a posture; from upright to the stand."""
    if posture == "upright":
        return [Key({**_HEAD, **all_legs((-60, 10, 115), (-60, 10, 115))}, 0.6), Key(STAND, 0.6), Key(STAND, 0.3)]
    if posture == "nose":
        return [
            Key({**_HEAD, **all_legs((0, 0, 0), (-90, 0, 0))}, 0.6),
            Key({**_HEAD, **all_legs((125, 0, -20), (-90, 0, 0))}, 0.5),
        ]
    if posture == "tail":
        raised = {**_HEAD, **all_legs((90, 0, 0), (0, 0, 0))}
        return [Key(raised, 0.6), Key({**raised, "NeckTilt": -1.3, **all_legs((90, 0, 0), (110, 0, -20))}, 0.5)]
    if posture == "back":
        folded = (0.0, -10.0, 110.0)
        return [Key(_pressing(True, 0, folded), 0.8), Key(_pressing(True, 85, folded), 0.6), Key(_pressing(True, 85, folded), 0.3)]
    is_left = posture == "left"
    pressed = _pressing(is_left, 85, (0, 0, 0))
    return [Key(_pressing(is_left, 0, (0, 20, 20)), 0.8), Key(pressed, 0.6), Key(pressed, 0.3)]


def _pressing(is_left: bool, elevator: float, others: Tuple[float, float, float]) -> Pose:
    """The legs of one side stretch towards the back, those of the other side take these angles, degrees."""
    pose: Pose = dict(_HEAD)
    for leg in LEGS:
        towards_back = (125 if leg[1] == "F" else 110, elevator, -10)
        pose.update(one_leg(leg, towards_back if (leg[0] == "L") == is_left else others))
    return pose
