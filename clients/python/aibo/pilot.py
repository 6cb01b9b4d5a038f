"""Drives the AIBO frame by frame: it walks at a commanded velocity, looks at a point, kicks, and gets up by itself when it has fallen."""

from typing import Optional

from ubersim import Frame, Robot

from .falls import Balance, GetUp
from .gaits import PG22, Command, Gait
from .head import aim_head
from .kicks import block_keys, kick_keys, uses_head
from .legs import Point
from .motions import FRAME, STAND, Key, Motion, Servos, head_pose
from .trot import Trot

#: It is fallen when it has not been upright for this time, s.
_FALLEN_SECONDS = 0.5
#: Time to get from a pose into the gait, from the document's stand into it at the start, and to turn the head to a new point, s.
_BLEND, _START, _GLANCE = 0.4, 1.0, 0.06


class Pilot:
    """walk(), look_at and kick() may change in every frame; step() answers the frame."""

    def __init__(self, gait: Gait = PG22) -> None:
        self._trot = Trot(gait)
        #: A point to look at, mm in the body's frame: forward, left, up. None: straight ahead.
        self.look_at: Optional[Point] = None
        self._restart()

    def _restart(self) -> None:
        """Begins as with a new robot. The commanded velocity stays."""
        self.balance = Balance()
        self._servos = Servos()
        self._motion: Optional[Motion] = None
        self._moves_head = False
        self._get_up: Optional[GetUp] = None
        self._leaning = 0.0
        #: Time left until it is in the gait, s.
        self._blend = _START
        self._trot.stop()

    def walk(self, forward: float = 0.0, left: float = 0.0, turn: float = 0.0) -> None:
        """Sets the velocity: m/s forward and to the left, rad/s counter-clockwise. It holds until the next call, also after a kick, a fall or a reset. walk() stands still."""
        self._trot.command(forward, left, turn)

    def kick(self, kick: str) -> None:
        """Kicks: left, right (paw), head left, head right, chest, grab. Does nothing while it kicks, blocks or gets up."""
        keys = kick_keys(kick)
        if self.is_busy:
            return
        self._trot.stop()
        self._motion, self._moves_head = Motion([*keys, Key(STAND, 0.4)]), uses_head(kick)

    def block(self) -> None:
        """Drops and spreads its front legs, then stands up again. Does nothing while it kicks, blocks or gets up."""
        if self.is_busy:
            return
        self._trot.stop()
        self._motion, self._moves_head = Motion(block_keys()), False

    @property
    def is_busy(self) -> bool:
        """It kicks, blocks or gets up: it does not walk."""
        return self._motion is not None or self._get_up is not None

    @property
    def is_getting_up(self) -> bool:
        return self._get_up is not None

    @property
    def velocity(self) -> Command:
        """The velocity that the trot has at present: it follows the commanded one within its accelerations."""
        return Command() if self.is_busy or self._blend > 0 else self._trot.velocity

    def step(self, robot: Robot, frame: Frame) -> None:
        """Answers one frame."""
        if frame.is_reset:
            self._restart()
        self.balance.sense(frame)
        self._leaning = 0.0 if self.balance.posture == "upright" else self._leaning + FRAME
        if self._get_up is None and self._leaning > _FALLEN_SECONDS:
            self._motion, self._get_up = None, GetUp()
            self._trot.stop()
        if self._get_up is not None:
            self._get_up.step(robot, self._servos, self.balance)
            if self._get_up.is_over:
                self._get_up, self._blend = None, _BLEND
            return
        if self._motion is None or not self._moves_head:
            self._servos.move(robot, aim_head(self.look_at) if self.look_at else head_pose(0, 0, 0), _GLANCE)
        if self._motion is not None:
            self._motion.step(robot, self._servos)
            if self._motion.is_over:
                self._motion, self._blend = None, _BLEND
            return
        # the gait waits until it has reached its first pose
        self._servos.move(robot, self._trot.step(0.0 if self._blend > 0 else FRAME), max(FRAME, self._blend))
        self._blend -= FRAME
