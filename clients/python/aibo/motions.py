"""Sends target angles to the servos of an AIBO, or of another robot, and plays motions from pose to pose.

A servo that gets a target every 8 ms and is faster than needed arrives early and waits. Servos therefore sets MaxVel with every Angle, so
that the joint arrives just at the next frame.
"""

import math
from typing import Dict, Mapping, NamedTuple, Sequence, Tuple

from ubersim import Robot, RobotError

from .legs import LEGS, SERVOS, Point, Pose, Servo, leg_pose, within

#: Interval of the frames, s: the document asks for 125 Hz.
FRAME = 0.008
#: A servo may always be this fast, rad/s.
_SLOWEST = 0.05


class Servos:
    def __init__(self, servos: Mapping[str, Servo] = SERVOS, spare: float = 0.0) -> None:
        """spare: speed beyond what is needed, rad/s, for servos that carry a load while they move."""
        self._servos, self._spare = servos, spare
        self._targets: Dict[str, float] = {}

    def move(self, robot: Robot, pose: Pose, seconds: float = FRAME) -> None:
        """Goes to the pose by the next frame, or as near to it as an even motion of `seconds` comes."""
        for joint, wanted in pose.items():
            servo = self._servos.get(joint)
            if servo is None:
                message = f'the robot has no joint "{joint}", only {", ".join(self._servos)}'
                raise RobotError("COMPONENT_UNKNOWN", message, joint)
            latest = robot.latest(joint)
            before = self._targets.get(joint, latest[0] if latest else 0.0)
            target = before + (within(wanted, servo.least, servo.most) - before) * min(1.0, FRAME / seconds)
            self._targets[joint] = target
            measured = latest[0] if latest else before
            speed = within(abs(target - measured) / FRAME + self._spare, _SLOWEST, servo.speed)
            robot.motor(joint, MaxVel=speed, Angle=target)

    def forget(self) -> None:
        """Forgets what it has sent: for a robot that was reset."""
        self._targets.clear()


class Key(NamedTuple):
    """A pose, and the time to reach it, s."""

    pose: Pose
    seconds: float


class Motion:
    """Joints move evenly from pose to pose."""

    def __init__(self, keys: Sequence[Key]) -> None:
        self._keys = list(keys)
        self._left = self._keys[0].seconds if self._keys else 0.0

    @property
    def is_over(self) -> bool:
        return not self._keys

    def step(self, robot: Robot, servos: Servos) -> None:
        """Moves on by one frame."""
        if self.is_over:
            return
        servos.move(robot, self._keys[0].pose, max(FRAME, self._left))
        self._left -= FRAME
        if self._left <= FRAME / 2:
            self._keys.pop(0)
            self._left = self._keys[0].seconds if self._keys else 0.0


def one_leg(leg: str, degrees: Tuple[float, float, float]) -> Pose:
    """Rotator, elevator and knee in degrees."""
    rotator, elevator, knee = degrees
    angles: Point = (math.radians(rotator), math.radians(elevator), math.radians(knee))
    return leg_pose(leg, angles)


def all_legs(front: Tuple[float, float, float], hind: Tuple[float, float, float]) -> Pose:
    pose: Pose = {}
    for leg in LEGS:
        pose.update(one_leg(leg, front if leg[1] == "F" else hind))
    return pose


def head_pose(tilt: float, pan: float, nod: float) -> Pose:
    """Degrees."""
    return {"NeckTilt": math.radians(tilt), "NeckPan": math.radians(pan), "NeckNod": math.radians(nod)}


#: The stand of the document, the shoulders 120 mm above the ground.
STAND = all_legs((-31, 0, 83), (-33, 0, 93))
