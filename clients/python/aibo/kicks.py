"""Kicks. With a front paw: the body shifts back and to the other side, the paw is drawn back and swings forward.

With the head: low in front, the head swings to the side through the ball. With the chest: the body draws back and lunges forward over all
four feet. Grab: chest and chin hold the ball, the body draws back with it, lets it go and lunges through it. The numbers were found by searches.
"""

from typing import Dict, List, Tuple

from ubersim import RobotError

from .legs import LEGS, PAW_OUT, PAW_RADIUS, Point, Pose, leg_angles, leg_pose
from .motions import STAND, Key, all_legs, head_pose

#: Where the ball should be for each kick, mm from the body's centre: forward and left. Head kicks are named by their direction.
KICK_SPOTS: Dict[str, Tuple[float, float]] = {
    "left": (182, 55), "right": (182, -55), "head left": (170, 0), "head right": (170, 0), "chest": (180, 0),
    "grab": (180, 0),
}  # fmt: skip
KICKS = tuple(KICK_SPOTS)
#: Feet from shoulder and hip in the stand: ahead and outward.
_HOME = {"F": (40.0, 15.0), "H": (-35.0, 10.0)}


def kick_keys(kick: str) -> List[Key]:
    """The motion of a kick; an unknown one is a RobotError."""
    if kick not in KICK_SPOTS:
        message = f'there is no kick "{kick}", only {", ".join(KICKS)}'
        raise RobotError("VALUE_OUT_OF_RANGE", message, "kick", "Choose one of them.")
    if kick == "chest":
        return _chest_kick()
    if kick == "grab":
        return _grab_kick()
    return _head_kick(1 if kick == "head left" else -1) if kick.startswith("head") else _paw_kick(kick)


def uses_head(kick: str) -> bool:
    """The kick moves the head, which then cannot look at anything."""
    return kick not in ("left", "right")


def _stance(front: float, hind: float, back: float, right: float) -> Pose:
    """Heights of shoulders and hips; how far the body is moved back and to the right while the feet stay, mm."""
    pose: Pose = {}
    for leg in LEGS:
        ahead, outward = _HOME[leg[1]]
        out = outward + PAW_OUT + (right if leg[0] == "L" else -right)
        pose.update(_foot(leg, (ahead + back, out, PAW_RADIUS - (front if leg[1] == "F" else hind))))
    return pose


def _foot(leg: str, point: Point) -> Pose:
    return leg_pose(leg, leg_angles(leg, point))


def _paw_kick(paw: str) -> List[Key]:
    leg, right = ("LF", 22) if paw == "left" else ("RF", -22)
    shifted, lunged = _stance(106, 106, 21, right), _stance(106, 106, -35, right)
    drawn = {**shifted, **_foot(leg, (2, 20, -82))}
    swung = {**lunged, **_foot(leg, (98, 8, -79))}
    return [Key(shifted, 0.35), Key(drawn, 0.25), Key(swung, 0.195), Key(swung, 0.1), Key(shifted, 0.3)]


def _head_kick(side: int) -> List[Key]:
    """To the left with side 1. The head goes over the ball to the other side first."""
    legs = _stance(70, 100, 0, 0)
    raised, drawn, swung = (
        {**legs, **head_pose(tilt, side * pan, nod)} for tilt, pan, nod in ((0, -80, 20), (-75, -80, -15), (-75, 80, -15))
    )
    return [Key(raised, 0.4), Key(drawn, 0.4), Key(swung, 0.2), Key(swung, 0.15)]


def _chest_kick() -> List[Key]:
    back, lunged = ({**_stance(85, 100, to, 0), **head_pose(0, 0, 30)} for to in (50, -80))
    return [Key(back, 0.5), Key(lunged, 0.14), Key(lunged, 0.1)]


def _grab_kick() -> List[Key]:
    def at(to: float, tilt: float) -> Pose:
        return {**_stance(85, 100, to, 0), **head_pose(tilt, 0, 30)}

    reach, back, lunge, chin, free = -32, 45, -60, -75, -20
    steps = ((reach, 0, 0.7), (reach, chin, 0.35), (reach, chin, 0.1), (back, chin, 0.5), (back, free, 0.12), (lunge, free, 0.16), (lunge, free, 0.1))
    return [Key(at(to, tilt), seconds) for to, tilt, seconds in steps]


def block_keys(seconds: float = 1.2) -> List[Key]:
    """The goalkeeper's block: it drops with its front legs stretched to both sides, lies for `seconds`, and stands up again."""
    folded = (-60.0, 10.0, 115.0)
    spread = all_legs((-20, 85, 20), folded)
    return [Key(spread, 0.3), Key(spread, seconds), Key(all_legs(folded, folded), 0.5), Key(STAND, 0.6)]
