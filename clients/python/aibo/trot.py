"""A parametric trot: diagonal legs move together.

A foot on the ground moves straight back at the commanded velocity; in the air it returns along half an ellipse. The body leans forward
as the heights of the gait say.
"""

import math

from .gaits import PG22, Command, Gait, check_gait, check_number
from .legs import HALF_LENGTH, HALF_TRACK, LEGS, PAW_OUT, PAW_RADIUS, Point, Pose, leg_angles, leg_pose, within

#: Changes of the command per second: m/s, m/s and rad/s.
_SPEED_UP = Command(0.8, 0.8, 8.0)


class Trot:
    def __init__(self, gait: Gait = PG22) -> None:
        check_gait(gait)
        self.gait = gait
        #: The velocity at present.
        self.velocity = Command()
        self._goal = Command()
        self._phase = 0.0

    def command(self, forward: float = 0.0, left: float = 0.0, turn: float = 0.0) -> None:
        """Sets the velocity: m/s forward and to the left, rad/s counter-clockwise. Values beyond the gait's are limited to them."""
        goal = Command(forward, left, turn)
        for name, value in zip(Command._fields, goal):
            check_number(value, f"gait {self.gait.name}/{name}")
        self._goal = Command(*(within(value, -top, top) for value, top in zip(goal, self.gait.top)))

    def stop(self) -> None:
        """Stands at once, with all feet down. The next step walks on to the commanded velocity."""
        self.velocity = Command()
        self._phase = 0.0

    def step(self, seconds: float) -> Pose:
        """The pose after `seconds` more. It stands on all four feet while it has no velocity."""
        each = zip(self.velocity, self._goal, _SPEED_UP)
        self.velocity = Command(*(now + within(goal - now, -rate * seconds, rate * seconds) for now, goal, rate in each))
        self._phase = (self._phase + seconds / self.gait.cycle) % 1
        pose: Pose = {}
        for leg in LEGS:
            pose.update(leg_pose(leg, leg_angles(leg, self._foot(leg))))
        return pose

    def _foot(self, leg: str) -> Point:
        """The paw from the shoulder or hip."""
        gait, velocity = self.gait, self.velocity
        height, ahead, outward, lift, duty = gait.front if leg[1] == "F" else gait.hind
        side, end = 1 if leg[0] == "L" else -1, 1 if leg[1] == "F" else -1
        x, y = end * HALF_LENGTH + ahead, side * (HALF_TRACK + outward + PAW_OUT)
        # velocity of the ground under the foot, mm/s
        u, v = -(1000 * velocity.forward - velocity.turn * y), -(1000 * velocity.left + velocity.turn * x)
        phase = (self._phase + (0 if leg in ("LF", "RH") else 0.5)) % 1
        swing = (phase - duty) / (1 - duty)
        # -0.5 to 0.5 of the stride, and up
        along = phase / duty - 0.5 if phase < duty else math.cos(math.pi * swing) / 2
        up = lift * math.sin(math.pi * swing) if phase >= duty and any(velocity) else 0.0
        stride = duty * gait.cycle * along
        lean = math.asin((gait.hind.height - gait.front.height) / (2 * HALF_LENGTH))
        foot_x, foot_z = ahead + u * stride, up + PAW_RADIUS - height
        return (
            foot_x * math.cos(lean) - foot_z * math.sin(lean),
            outward + PAW_OUT + side * v * stride,
            foot_x * math.sin(lean) + foot_z * math.cos(lean),
        )
