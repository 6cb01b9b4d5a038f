"""Where is up, and where the centre of mass is. m, rad; roll is positive to the right, pitch forward.

The gyroscope turns the last answer of what is up, the accelerometer corrects it slowly. The centre of mass is an estimate that the walk
moves on and every frame corrects: by joint angles, from the foot that stands, and by the direction of up. While soles lie flat the joints
know better than the sensors, whose error is learned then; small differences are lag of the servos.
"""

import math
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from aibo.legs import within
from ubersim import Frame

from .body import Legs, center_of_mass
from .legs import ANKLE_HEIGHT, FORWARD, PITCH, ROLL, UP, YAW, Rotation, Vector, add, leg_place, multiply, rotate, turn_about

Pair = Tuple[float, float]

#: Height of the centre of mass, m, and rate of the pendulum, 1/s.
HEIGHT = 0.258
RATE = math.sqrt(9.81 / HEIGHT)
#: Time in which the accelerometer corrects the gyroscope, s.
_MEMORY = 10.0
#: Shares of a measurement in position and velocity of the estimate.
_TRUST, _TRUST_RATE = 0.7, 0.35
#: Difference of the tilt by sensors and by joints that is no tipping of the sole, rad.
_SLACK = 0.006
#: How far servos that carry a load may lag, as a distance of the centre of mass, m.
_LAG = 0.0004
#: A sole that is tipped further teaches nothing about the sensors, rad; others do within this time, s.
_TIPPED, _FORGET = 0.04, 1.0


class Print(NamedTuple):
    """Where a foot stands: the point below its ankle."""

    x: float
    y: float
    heading: float = 0.0


class Attitude:
    """Which way is up for the torso."""

    def __init__(self) -> None:
        self._up: Vector = (0.0, 0.0, 1.0)
        #: Roll, pitch and yaw, rad/s.
        self.rates: Vector = (0.0, 0.0, 0.0)

    def sense(self, frame: Frame, seconds: float) -> None:
        if frame.is_reset:
            self._up, self.rates = (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
        self.rates = _samples_mean(frame, "Gyroscope") or self.rates
        (a, b, c), (u, v, w) = self.rates, self._up
        # a fixed direction turns backward in the axes of the torso
        up = add(self._up, (v * c - w * b, w * a - u * c, u * b - v * a), seconds)
        force = _samples_mean(frame, "Accelerometer")
        if force:
            size = math.hypot(*force) or 1.0
            up = add(up, add((force[0] / size, force[1] / size, force[2] / size), up, -1), seconds / _MEMORY)
        size = math.hypot(*up)
        self._up = (up[0] / size, up[1] / size, up[2] / size)

    @property
    def tilt(self) -> Pair:
        return tilt_of(self._up)

    @property
    def is_upright(self) -> bool:
        return self._up[2] > 0.7


def _samples_mean(frame: Frame, sensor: str) -> Optional[Vector]:
    """Mean of a sensor's samples in this frame; from its axes (right, forward, up) to forward, left, up."""
    samples: List[Sequence[float]] = frame.samples(sensor)  # type: ignore[assignment]
    if not samples:
        return None
    x, y, z = (sum(sample[i] for sample in samples) / len(samples) for i in range(3))
    return y, -x, z


def tilt_of(up: Vector) -> Pair:
    """Roll and pitch, by the direction of up in the axes of a body."""
    return math.atan2(up[1], up[2]), math.asin(within(-up[0], -1, 1))


def pelvis_turn(tilt: Pair, heading: float) -> Rotation:
    return multiply(multiply(turn_about(YAW, heading), turn_about(PITCH, tilt[1])), turn_about(ROLL, tilt[0]))


class Estimate:
    def __init__(self, center: Pair) -> None:
        self.center = center
        self.velocity: Pair = (0.0, 0.0)
        #: Roll and pitch of the trunk, and their rates.
        self.tilt: Pair = (0.0, 0.0)
        self.tilt_rate: Pair = (0.0, 0.0)
        #: Measured tilt, and what it shows in the long run while the soles lie flat: its error.
        self._sensed: Pair = (0.0, 0.0)
        self._offset: Pair = (0.0, 0.0)

    @property
    def capture(self) -> Pair:
        """Capture point."""
        return self.center[0] + self.velocity[0] / RATE, self.center[1] + self.velocity[1] / RATE

    def observe(self, legs: Legs, felt: Pair, rates: Pair, carrying: Sequence[str], prints: Dict[str, Print], seconds: float) -> None:
        """Corrects the estimate by what the robot has measured. carrying: the feet that it stands on."""
        flat = _mean([tilt_of(rotate(leg_place(side, legs[side]).foot, UP)) for side in carrying])
        apart = (felt[0] - flat[0] - self._offset[0], felt[1] - flat[1] - self._offset[1])
        if abs(apart[0]) < _TIPPED and abs(apart[1]) < _TIPPED:
            share = seconds / _FORGET
            self._offset = (self._offset[0] + share * apart[0], self._offset[1] + share * apart[1])
        off = (_beyond(apart[0], _SLACK), _beyond(apart[1], _SLACK))
        self._sensed = (flat[0] + off[0], flat[1] + off[1])
        self.tilt = (_near(self.tilt[0], self._sensed[0]), _near(self.tilt[1], self._sensed[1]))
        self.tilt_rate = (
            _near(self.tilt_rate[0], rates[0]) if off[0] else self.tilt_rate[0],
            _near(self.tilt_rate[1], rates[1]) if off[1] else self.tilt_rate[1],
        )
        center = center_of_mass(legs)
        x, y = _mean([self._in_world(legs, side, prints, center) for side in carrying])
        dx, dy = _beyond(x - self.center[0], _LAG), _beyond(y - self.center[1], _LAG)
        self.center = (self.center[0] + _TRUST * dx, self.center[1] + _TRUST * dy)
        u, v = self.velocity
        self.velocity = (u + _TRUST_RATE * dx / seconds, v + _TRUST_RATE * dy / seconds)

    def sole_in_world(self, legs: Legs, stance: str, prints: Dict[str, Print], side: str) -> Pair:
        """Where the sole of a foot is, seen from the foot that stands."""
        return self._in_world(legs, stance, prints, _sole_of(legs, side))

    def _in_world(self, legs: Legs, stance: str, prints: Dict[str, Print], point: Vector) -> Pair:
        """A point in the axes of the pelvis, seen from the foot that stands."""
        x, y, heading = prints[stance]
        ahead = rotate(leg_place(stance, legs[stance]).foot, FORWARD)
        pelvis = pelvis_turn(self._sensed, heading - math.atan2(ahead[1], ahead[0]))
        away = rotate(pelvis, add(point, _sole_of(legs, stance), -1))
        return x + away[0], y + away[1]

    def move(self, pressure: Pair, righting: Pair, seconds: float) -> None:
        """One frame on, with the pressure point and the angular acceleration of the trunk: c'' = w^2 (c - p)."""
        (x, y), (u, v), (px, py) = self.center, self.velocity, pressure
        a, b = RATE * RATE * (x - px), RATE * RATE * (y - py)
        self.center = (x + u * seconds + a * seconds * seconds / 2, y + v * seconds + b * seconds * seconds / 2)
        self.velocity = (u + a * seconds, v + b * seconds)
        self.tilt_rate = (self.tilt_rate[0] + seconds * righting[0], self.tilt_rate[1] + seconds * righting[1])
        self.tilt = (self.tilt[0] + seconds * self.tilt_rate[0], self.tilt[1] + seconds * self.tilt_rate[1])


def _sole_of(legs: Legs, side: str) -> Vector:
    """The point of the sole below the ankle, in the axes of the pelvis."""
    place = leg_place(side, legs[side])
    return add(place.ankle, rotate(place.foot, (0.0, 0.0, -ANKLE_HEIGHT)))


def _mean(pairs: Sequence[Pair]) -> Pair:
    return sum(pair[0] for pair in pairs) / len(pairs), sum(pair[1] for pair in pairs) / len(pairs)


def _near(value: float, goal: float) -> float:
    return value + _TRUST * (goal - value)


def _beyond(value: float, slack: float) -> float:
    """What is left of a difference beyond the error of the sensors."""
    return value - within(value, -slack, slack)
