"""Walk of the QRIO on flat ground.

The robot is a linear inverted pendulum: with w^2 = g / height, its capture point is x = c + c' / w, and x' = w (x - p) for the pressure
point p under the feet. Every frame measures the centre of mass c, chooses p within the sole, and moves c by c'' = w^2 (c - p). The
swinging foot lands where it catches the capture point: at x(T) - b, with the offset b of the periodic gait. A push moves the capture
point, and with it the next step. Lengths are in m, angles in rad.
"""

import math
from typing import Dict, NamedTuple, Tuple

from aibo.gaits import Command, check_number
from aibo.legs import within

from .body import Feet, Legs, body_angles
from .estimate import HEIGHT, RATE, Estimate, Pair, Print, pelvis_turn
from .legs import ANKLE_HEIGHT, SIDES, YAW, turn_about

#: Duration of a step and of one that catches a push, s; width between the ankles and lift.
_STEP, _QUICK, _WIDTH, _LIFT = 0.32, 0.24, 0.092, 0.025
#: Middle of the sole in front of the ankle, and how far the pressure point may leave it.
_SOLE, _SOLE_X, _SOLE_Y = 0.01, 0.05, 0.024
#: Largest step forward, and nearest and widest distance of the feet to the side.
_LONGEST, _NEAREST, _WIDEST = 0.16, 0.08, 0.17
#: How fast errors of the capture point are corrected by the pressure point.
_STAND_GAIN, _STEP_GAIN = 1.35, 2.0
#: A standing robot steps when its capture point is this far from the middle.
_STEP_OUT = (0.056, 0.075)
#: Share of a measurement in the place where the ground carries.
_TRUST_LOAD = 0.3
#: The trunk rights itself as a damped spring: 1/s^2, 1/s.
_RIGHT, _DAMP = 40.0, 12.0
#: Its largest angular acceleration, rad/s^2, and how far that moves the pressure point, m s^2/rad: inertia / weight.
_RIGHTING, _SHIFT = 20.0, 0.08 / 68
#: The trunk bows no further than this to catch a push.
_BOW = 0.5
#: Force under a sole that is on the ground, N.
_TOUCH = 8.0

TOP = Command(0.15, 0.04, 0.6)


class SoleLoad(NamedTuple):
    """Force under a sole, N, and where it acts, forward and left of the sole's middle."""

    force: float
    x: float = 0.0
    y: float = 0.0


class Senses(NamedTuple):
    """What the robot has measured: roll and pitch of the torso and their rates, and the load of each sole."""

    legs: Legs
    tilt: Pair
    rates: Pair
    soles: Dict[str, SoleLoad]


def _other(side: str) -> str:
    return "Right" if side == "Left" else "Left"


def _sign(side: str) -> int:
    return 1 if side == "Left" else -1


def _turned(place: Pair, angle: float) -> Pair:
    (x, y), c, s = place, math.cos(angle), math.sin(angle)
    return x * c - y * s, x * s + y * c


def _catch_width() -> float:
    """Distance of the capture point from a sole's middle when the foot begins to carry."""
    return _WIDTH / (1 + math.exp(RATE * _STEP))


class Walk:
    def __init__(self) -> None:
        self._command = Command()
        #: stand: on both feet; shift: it moves the weight over one; step: it stands on one while the other swings.
        self._state, self._stance = "stand", "Left"
        self._prints = {"Left": Print(0.0, _WIDTH / 2), "Right": Print(0.0, -_WIDTH / 2)}
        #: Where the swinging foot started, and where it lands.
        self._from = self._to = self._prints["Right"]
        self._lift, self._time, self._span = 0.0, 0.0, _STEP
        self._estimate = Estimate((_SOLE, 0.0))
        #: Angular acceleration of the trunk, rad/s^2.
        self._righting = [0.0, 0.0]
        #: Where the ground carries it, by the sensors in the soles: forward and left of the middle.
        self._load: Pair = (0.0, 0.0)
        self._hips = (0.0, 0.0, HEIGHT - 0.04)
        #: Weight on the left foot in the stand: -1 right, 1 left.
        self.lean = 0.0

    def command(self, forward: float = 0.0, left: float = 0.0, turn: float = 0.0) -> None:
        """Sets the velocity: m/s forward and to the left, rad/s counter-clockwise. Larger values are limited."""
        for name, value in zip(Command._fields, (forward, left, turn)):
            check_number(value, f"walk of the QRIO/{name}")
        ahead, aside, around = TOP
        self._command = Command(within(forward, -ahead / 2, ahead), within(left, -aside, aside), within(turn, -around, around))

    @property
    def is_standing(self) -> bool:
        return self._state == "stand"

    def stand(self) -> Legs:
        """Angles of the legs in the stand, without any balance: to begin with."""
        return self._angles()

    def step(self, senses: Senses, seconds: float) -> Legs:
        """Angles of the legs for the next frame."""
        self._estimate.observe(senses.legs, senses.tilt, senses.rates, self._carrying, self._prints, seconds)
        self._weigh(senses.soles)
        self._choose(senses)
        pressure = self._pressure()
        if self._state == "step":
            self._aim(pressure)
        self._move(pressure, seconds)
        return self._angles()

    def _angles(self) -> Legs:
        estimate = self._estimate
        pelvis = pelvis_turn(estimate.tilt, self._heading)
        legs, self._hips = body_angles((*estimate.center, HEIGHT), pelvis, self._feet(), self._hips)
        return legs

    @property
    def _carrying(self) -> Tuple[str, ...]:
        """The feet that it stands on."""
        return (self._stance,) if self._state == "step" else SIDES

    @property
    def _heading(self) -> float:
        return (self._prints["Left"].heading + self._prints["Right"].heading) / 2

    def _weigh(self, soles: Dict[str, SoleLoad]) -> None:
        """Notes where the ground carries, apart from what righting the trunk moves it."""
        force = x = y = 0.0
        for side in self._carrying:
            sole = soles[side]
            force += sole.force
            x += sole.force * sole.x
            y += sole.force * (sole.y + (0 if self._state == "step" else _sign(side) * _WIDTH / 2))
        if force < _TOUCH:
            return
        (roll, pitch), (before_x, before_y) = self._righting, self._load
        self._load = (
            before_x + _TRUST_LOAD * (x / force + _SHIFT * pitch - before_x),
            before_y + _TRUST_LOAD * (y / force - _SHIFT * roll - before_y),
        )

    def _choose(self, senses: Senses) -> None:
        """Starts and ends steps."""
        wants = any(self._command)
        if self._state == "stand":
            x, y = self._from_middle(self._estimate.capture)
            is_pushed = abs(x) > _STEP_OUT[0] or abs(y) > _STEP_OUT[1]
            if not wants and not is_pushed:
                return
            self._stance = "Left" if y > 0 else "Right"
            if is_pushed:
                self._lead(_QUICK)
                return
            self._state, self._time = "shift", 0.0
        if self._state == "shift":
            _, y = self._from_middle(self._estimate.capture)
            if _WIDTH / 2 - _catch_width() - _sign(self._stance) * y < 0.004:
                self._lead()
            return
        swing = _other(self._stance)
        has_landed = self._time > 0.6 * self._span and senses.soles[swing].force > _TOUCH
        if self._time >= self._span or has_landed:
            self._land(senses.legs, swing, wants)

    def _land(self, legs: Legs, swing: str, wants: bool) -> None:
        landed = self._estimate.sole_in_world(legs, self._stance, self._prints, swing)
        self._prints[swing] = Print(*landed, self._to.heading)
        self._lift = 0.0
        x, y = self._from_middle(self._estimate.capture)
        left, right = self._prints["Left"], self._prints["Right"]
        is_level = abs(_turned((left.x - right.x, left.y - right.y), -self._heading)[0]) < 0.02
        if not wants and is_level and abs(x) < _STEP_OUT[0] / 2 and abs(y) < 0.8 * _STEP_OUT[1]:
            self._state = "stand"
            return
        self._stance = swing
        self._lead()

    def _lead(self, span: float = _STEP) -> None:
        """Begins to swing the foot that does not carry."""
        self._state, self._span, self._time = "step", span, 0.0
        self._from = self._to = self._prints[_other(self._stance)]

    def _from_middle(self, place: Pair) -> Pair:
        """Relative to the middle of both soles: forward and left."""
        left, right = self._prints["Left"], self._prints["Right"]
        ahead, side = _turned((place[0] - (left.x + right.x) / 2, place[1] - (left.y + right.y) / 2), -self._heading)
        return ahead - _SOLE, side

    def _to_world(self, place: Pair) -> Pair:
        left, right = self._prints["Left"], self._prints["Right"]
        x, y = _turned((place[0] + _SOLE, place[1]), self._heading)
        return x + (left.x + right.x) / 2, y + (left.y + right.y) / 2

    def _pressure(self) -> Pair:
        """Pressure point that brings the capture point to where it should be."""
        capture = self._estimate.capture
        if self._state != "step":
            x, y = self._from_middle(capture)
            is_shift = self._state == "shift"
            goal = _sign(self._stance) * (_WIDTH / 2 - _catch_width()) if is_shift else self.lean * _WIDTH / 2
            gain = 2 * _STAND_GAIN if is_shift else _STAND_GAIN
            ahead = self._share(x, _STAND_GAIN * x, _SOLE_X, 1)
            return self._to_world((ahead, self._share(y, y + (gain - 1) * (y - goal), _WIDTH / 2 + _SOLE_Y, 0)))
        foot = self._prints[self._stance]
        now, end = self._from_sole(foot, capture), self._nominal_end()
        decay = math.exp(-RATE * max(0.0, self._span - self._time))
        x, y = now[0] - end[0] * decay, now[1] - end[1] * decay
        ahead = self._share(x, _STEP_GAIN * x, _SOLE_X, 1) + _SOLE
        px, py = _turned((ahead, self._share(y, _STEP_GAIN * y, _SOLE_Y, 0)), foot.heading)
        return foot.x + px, foot.y + py

    def _from_sole(self, foot: Print, place: Pair) -> Pair:
        """In the frame of a sole's middle."""
        ahead, side = _turned((place[0] - foot.x, place[1] - foot.y), -foot.heading)
        return ahead - _SOLE, side

    def _nominal_end(self) -> Pair:
        """Capture point at the end of a step of the periodic gait, from the middle of the carrying sole."""
        growth = math.exp(RATE * _STEP)
        forward, left, _ = self._command
        side = -_sign(self._stance) * _catch_width() * growth
        return _STEP * forward * growth / (growth - 1), side + _STEP * left * growth / (growth - 1)

    def _aim(self, pressure: Pair) -> None:
        """Chooses where the swinging foot lands."""
        if self._time > 0.85 * self._span:
            return
        foot = self._prints[self._stance]
        growth, full = math.exp(RATE * max(0.0, self._span - self._time)), math.exp(RATE * _STEP)
        (x, y), (px, py) = self._from_sole(foot, self._estimate.capture), self._from_sole(foot, pressure)
        forward, left, turn = self._command
        out = -_sign(self._stance)
        # the capture point when it lands, minus its place over the next sole
        ahead = px + (x - px) * growth - _STEP * forward / (full - 1)
        side = py + (y - py) * growth + out * _catch_width() - _STEP * left / (full - 1)
        place = (within(ahead, -_LONGEST, _LONGEST), out * within(out * side, _NEAREST, _WIDEST))
        dx, dy = _turned(place, foot.heading + _STEP * turn / 2)
        self._to = Print(foot.x + dx, foot.y + dy, foot.heading + _STEP * turn)

    def _share(self, capture: float, wanted: float, reach: float, axis: int) -> float:
        """
        Along one axis, relative to the middle of the sole: the wanted pressure point, within the sole. If the sole does not suffice, the
        trunk turns faster into the push; if it more than suffices, the trunk rights itself.
        """
        sense = _SHIFT if axis == 0 else -_SHIFT
        tilt, rate = self._estimate.tilt[axis], self._estimate.tilt_rate[axis]
        calm = within(-_RIGHT * tilt - _DAMP * rate, -_RIGHTING, _RIGHTING)
        most = _SHIFT * _RIGHTING if abs(tilt) < _BOW else 0.0
        extra = within(abs(capture) - 0.8 * reach, -_SHIFT * _RIGHTING, most)
        point = within(wanted, -reach - extra, reach + extra)
        load = self._load[1 - axis]
        moved = within(sense * calm, min(0.0, -reach - load), max(0.0, reach - load))
        self._righting[axis] = moved / sense
        return point

    def _move(self, pressure: Pair, seconds: float) -> None:
        self._estimate.move(pressure, (self._righting[0], self._righting[1]), seconds)
        self._time += seconds
        if self._state != "step":
            return
        share = within(self._time / (0.92 * self._span), 0, 1)
        along = (1 - math.cos(math.pi * share)) / 2
        mixed = (a + (b - a) * along for a, b in zip(self._from, self._to))
        self._prints[_other(self._stance)] = Print(*mixed)
        self._lift = _LIFT * math.sin(math.pi * share)

    def _feet(self) -> Feet:
        feet: Feet = {}
        for side, (x, y, heading) in self._prints.items():
            up = self._lift if self._state == "step" and side != self._stance else 0.0
            feet[side] = ((x, y, ANKLE_HEIGHT + up), turn_about(YAW, heading))
        return feet
