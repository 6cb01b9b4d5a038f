"""Parameter sets of the trot, as published by teams of the four-legged league (docs/legged.md). mm and s.

PG22._replace(cycle=0.4) is a gait of your own. Trot checks it: a value out of range is a RobotError that names the value and its range.
"""

import math
from typing import Any, NamedTuple

from ubersim import RobotError


class GaitLeg(NamedTuple):
    """Height of shoulder or hip, middle of the foot's path from there, lift, share of the cycle on the ground."""

    height: float
    ahead: float
    outward: float
    lift: float
    duty: float


class Command(NamedTuple):
    """m/s forward and to the left, rad/s counter-clockwise."""

    forward: float = 0.0
    left: float = 0.0
    turn: float = 0.0


class Gait(NamedTuple):
    name: str
    #: Duration of a cycle, s.
    cycle: float
    front: GaitLeg
    hind: GaitLeg
    #: Largest commands.
    top: Command


#: rUNSWift 2005.
PG22 = Gait("PG22", 0.352, GaitLeg(95, 35, 10, 20, 0.5), GaitLeg(110, -20, 5, 20, 0.6), Command(0.32, 0.239, 3.3))
#: rUNSWift 2005, its usual walk.
PG31 = Gait("PG31", 0.496, GaitLeg(81, 56.9, 15, 20, 0.45), GaitLeg(115, -54, 6, 31, 0.55), Command(0.343, 0.171, 2.46))
#: rUNSWift 2005, Osaka: stands on its forearms.
FAST = Gait("FastForward", 0.352, GaitLeg(74.4, 27.1, 9.6, 34.3, 0.478), GaitLeg(119.5, -11.2, 6.3, 46, 0.59), Command(0.46, 0.199, 3.7))
#: University of Pennsylvania 2004.
UPENN = Gait("UPenn", 0.4, GaitLeg(105, 60, 7, 35, 0.5), GaitLeg(105, -45, 2, 25, 0.5), Command(0.39, 0.2, 2.5))
#: Found by `npm run gait-search`; no real robot has walked it.
SEARCHED = Gait("Searched", 0.292, GaitLeg(86.9, 71, 2.1, 36.4, 0.479), GaitLeg(125.5, 15.1, 0.6, 55, 0.691), Command(0.584, 0.199, 3.7))
#: PG22 with a lower chest, which drives the ball instead of rolling over it.
DRIVE = PG22._replace(name="Drive", front=PG22.front._replace(height=85), hind=PG22.hind._replace(height=100))

GAITS = {gait.name: gait for gait in (PG22, UPENN, PG31, FAST, DRIVE, SEARCHED)}


def check_number(value: Any, where: str) -> float:
    """Raises TYPE_WRONG or NUMBER_NOT_FINITE."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        message = f"a value is missing or has the wrong type at {where}: found {value!r}, allowed: a number"
        raise RobotError("TYPE_WRONG", message, where, "Give a value of the expected type.")
    if not math.isfinite(value):
        message = f"the number is not finite at {where}: found {value}, allowed: a finite number"
        advice = "Look for NaN, infinity or a division by zero where the number comes from."
        raise RobotError("NUMBER_NOT_FINITE", message, where, advice)
    return value


def _check_range(value: Any, least: float, most: float, where: str) -> None:
    # infinity is out of range, as any number that is too large
    if not (isinstance(value, float) and math.isinf(value)):
        check_number(value, where)
    if not least <= value <= most:
        message = f"the value is out of range at {where}: found {value}, allowed: {least} to {most}"
        raise RobotError("VALUE_OUT_OF_RANGE", message, where, "Choose a value in the allowed range, and check its unit.")


def _as(kind: type, value: Any, where: str) -> Any:
    if not isinstance(value, kind):
        message = f"a value is missing or has the wrong type at {where}: found {value!r}, allowed: a {kind.__name__}"
        raise RobotError("TYPE_WRONG", message, where, "Give a value of the expected type.")
    return value


def check_gait(gait: Gait) -> None:
    """Raises a RobotError with the place of the value, such as gait PG22/front/duty."""
    where = f"gait {_as(Gait, gait, 'gait').name}"
    for name, part, kind in (("front", gait.front, GaitLeg), ("hind", gait.hind, GaitLeg), ("top", gait.top, Command)):
        _as(kind, part, f"{where}/{name}")
    _check_range(gait.cycle, 0.1, 10, f"{where}/cycle")
    for name, leg in (("front", gait.front), ("hind", gait.hind)):
        at = f"{where}/{name}"
        _check_range(leg.height, 30, 150, f"{at}/height")
        _check_range(leg.ahead, -120, 120, f"{at}/ahead")
        _check_range(leg.outward, -120, 120, f"{at}/outward")
        _check_range(leg.lift, 0, 100, f"{at}/lift")
        _check_range(leg.duty, 0.1, 0.9, f"{at}/duty")
    # the lean of the body is the arc sine of this difference over the length of 130 mm
    _check_range(gait.hind.height - gait.front.height, -100, 100, f"{where}/hind/height - front/height")
    for name, top, most in zip(Command._fields, gait.top, (2, 2, 20)):
        _check_range(top, 0, most, f"{where}/top/{name}")
