"""Drives the QRIO frame by frame: it stands, walks at a commanded velocity, shifts its weight, waves, and catches itself when pushed."""

import math
from typing import Dict, List, Optional, cast

from aibo.legs import Pose
from aibo.motions import FRAME, Key, Motion, Servos
from ubersim import Frame, Robot

from .estimate import Attitude
from .legs import LEG_JOINTS, SERVOS, SIDES, LegAngles
from .walk import Senses, SoleLoad, Walk

#: Speed of the servos beyond what is needed, rad/s.
_SPARE = 0.3
#: Time to get into the stand, s.
_START = 1.0
#: Force sensors of a sole, relative to its middle: forward and left, m.
_PADS = (("FrontLeft", 0.054, 0.029), ("FrontRight", 0.054, -0.029), ("RearLeft", -0.054, 0.029), ("RearRight", -0.054, -0.029))
#: The arms in the stand of the document, degrees.
_ARM = {"ShoulderPitch": 10.0, "ShoulderRoll": 10.0, "ArmYaw": 0.0, "Elbow": -35.0, "WristYaw": 0.0}


class Pilot:
    """walk() and shift_weight() may change in every frame; step() answers the frame."""

    def __init__(self) -> None:
        self._restart()
        self._commanded = (0.0, 0.0, 0.0)
        self._lean = 0.0

    def _restart(self) -> None:
        """Begins as with a new robot."""
        self._walk, self._attitude = Walk(), Attitude()
        self._servos = Servos(SERVOS, _SPARE)
        self._wave: Optional[Motion] = None
        #: Time left until it is in its stand, s.
        self._start = _START

    def walk(self, forward: float = 0.0, left: float = 0.0, turn: float = 0.0) -> None:
        """Sets the velocity: m/s forward and to the left, rad/s counter-clockwise. It holds until the next call. walk() stands still."""
        self._walk.command(forward, left, turn)
        self._commanded = (forward, left, turn)

    def shift_weight(self, to: float) -> None:
        """Shifts the weight in the stand: from -1, over the right foot, to 1, over the left one."""
        self._walk.lean = self._lean = to

    def wave(self) -> None:
        """Waves with the right hand."""
        if self._wave is None:
            self._wave = Motion(wave_keys())

    @property
    def is_waving(self) -> bool:
        return self._wave is not None

    @property
    def is_standing(self) -> bool:
        return self._start <= 0 and self._walk.is_standing

    @property
    def has_fallen(self) -> bool:
        return not self._attitude.is_upright

    def step(self, robot: Robot, frame: Frame) -> None:
        """Answers one frame."""
        if frame.is_reset:
            self._restart()
            self._walk.command(*self._commanded)
            self._walk.lean = self._lean
        self._attitude.sense(frame, FRAME)
        roll, pitch, _ = self._attitude.rates
        measured = {side: cast(LegAngles, tuple(robot.latest(f"{side}{joint}", (0.0,))[0] for joint in LEG_JOINTS)) for side in SIDES}
        senses = Senses(measured, self._attitude.tilt, (roll, pitch), {side: _sole_load(frame, side) for side in SIDES})
        legs = self._walk.stand() if self._start > 0 else self._walk.step(senses, FRAME)
        pose = {f"{side}{joint}": angle for side in SIDES for joint, angle in zip(LEG_JOINTS, legs[side])}
        self._servos.move(robot, pose, max(FRAME, self._start))
        self._start -= FRAME
        if self._wave is not None:
            self._wave.step(robot, self._servos)
            if self._wave.is_over:
                self._wave = None


def _sole_load(frame: Frame, side: str) -> SoleLoad:
    """Force under a sole, mean of the frame, and the point where it acts."""
    force = x = y = 0.0
    for pad, ahead, left in _PADS:
        samples = frame.samples(f"{side}{pad}Force")
        mean = sum(sample[1] for sample in samples) / max(1, len(samples))  # type: ignore[index]
        force, x, y = force + mean, x + ahead * mean, y + left * mean
    return SoleLoad(force, x / force, y / force) if force > 0 else SoleLoad(force)


def _arm(side: str, degrees: Dict[str, float]) -> Pose:
    return {f"{side}{joint}": math.radians(angle) for joint, angle in degrees.items()}


def wave_keys() -> List[Key]:
    """The right arm goes up, waves, and comes back."""
    raised = [
        _arm("Right", {"ShoulderPitch": -150, "ShoulderRoll": -35, "ArmYaw": yaw, "Elbow": -50, "WristYaw": 0})
        for yaw in (0, 40, -20, 40, -20, 40, -20)
    ]
    hanging = {**_arm("Left", _ARM), **_arm("Right", {**_ARM, "ShoulderRoll": -_ARM["ShoulderRoll"]})}
    return [Key(raised[0], 0.9), *(Key(pose, 0.35) for pose in raised[1:]), Key(hanging, 1.0)]
