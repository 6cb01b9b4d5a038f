"""The orange ball by the nose camera: found in pictures by its colour, walked to, and kicked. Nothing but the robot's own messages is used."""

import math
from collections import deque
from typing import Deque, List, Optional, Set, Tuple

from segway_follow import Blob, is_orange
from ubersim import Frame, Picture, Robot

from .gaits import PG22, Command, Gait
from .head import head_point
from .kicks import KICK_SPOTS, kick_keys
from .legs import CAMERA, NOD, Point, within
from .motions import FRAME
from .pilot import Pilot

#: Focal length of the camera, pixels, half of its size, and radius of the ball, mm.
_FOCUS, _HALF_WIDTH, _HALF_HEIGHT, _RADIUS = 80 / math.tan(math.radians(22.6)), 104, 80, 42.0
#: A thinner or smaller patch of orange is no ball, pixels.
_LEAST_PIXELS = 8
#: So long the place of a ball that was seen whole counts more than one that the picture cuts, s.
_TRUST = 1.5


def find_ball(picture: Picture) -> Optional[Blob]:
    """The largest orange patch that is about as high as wide: edges between yellow and pink are orange too, but thin."""
    data, width = bytes(picture.bytes), picture.width
    pixels = zip(data[0::3], data[1::3], data[2::3])
    orange = {i for i, (r, g, b) in enumerate(pixels) if r > b + 20 and is_orange(r, g, b)}
    best: Optional[Blob] = None
    while orange:
        patch = _take_patch(orange, width)
        columns, rows = [i % width for i in patch], [i // width for i in patch]
        wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        is_cut = min(columns) == 0 or max(columns) == width - 1 or min(rows) == 0 or max(rows) == picture.height - 1
        radius = math.sqrt(len(patch) / math.pi)
        is_round = is_cut or (2 * wide > high and 2 * high > wide)
        if len(patch) >= _LEAST_PIXELS and is_round and (best is None or radius > best.radius):
            best = Blob(sum(columns) / len(patch) + 0.5, sum(rows) / len(patch) + 0.5, radius, is_cut)
    return best


def _take_patch(left: Set[int], width: int) -> List[int]:
    """Removes a pixel and all that hang together with it from the set."""
    patch = [left.pop()]
    for i in patch:
        for near in (i - width, i - 1, i + 1, i + width):
            if near in left:
                left.remove(near)
                patch.append(near)
    return patch


def ball_point(head: Point, blob: Blob) -> Point:
    """The ball in the body's frame, mm, by its direction and its size, for the angles tilt, pan and nod."""
    depth = _FOCUS * _RADIUS / max(1.0, blob.radius)
    left, up = (_HALF_WIDTH - blob.column) / _FOCUS, (_HALF_HEIGHT - blob.row) / _FOCUS
    return head_point(head, (CAMERA[0] - NOD[0] + depth, depth * left, CAMERA[2] - NOD[2] + depth * up))


def search_point(now: float) -> Point:
    """Where to look for a ball that is not in sight: to and fro, near and far."""
    return 400, 500 * math.sin(4 * now), -60 - 60 * math.sin(2.7 * now)


class BallEye:
    """Where the ball was last seen. A picture arrives later than it was taken, and belongs to the angles of the head at that time."""

    def __init__(self) -> None:
        #: mm in the body's frame: forward, left, up. None: not seen yet.
        self.ball: Optional[Point] = None
        #: Time of the frame with that picture, s.
        self.seen_at = -math.inf
        #: When the whole ball was seen, s.
        self._whole_at = -math.inf
        self._heads: Deque[Tuple[float, Point]] = deque(maxlen=15)

    def look(self, robot: Robot, frame: Frame) -> None:
        if frame.is_reset:
            self.ball, self.seen_at, self._whole_at = None, -math.inf, -math.inf
            self._heads.clear()
        angles = [robot.latest(joint) for joint in ("NeckTilt", "NeckPan", "NeckNod")]
        if all(angles):
            tilt, pan, nod = (angle[0] for angle in angles)
            self._heads.append((frame.time, (tilt, pan, nod)))
        blob = find_ball(frame.picture("Camera")) if "Camera" in frame and self._heads else None
        # the size of a ball that the picture cuts is not reliable: better the place where it was a moment ago
        if blob is not None and not (blob.is_cut and self.ball is not None and frame.time - self._whole_at < _TRUST):
            if not blob.is_cut:
                self._whole_at = frame.time
            taken = frame.stamp("Camera") or frame.time
            _, head = min(self._heads, key=lambda entry: abs(entry[0] - taken))
            self.ball, self.seen_at = ball_point(head, blob), frame.time

    def walked(self, velocity: Command, seconds: float) -> None:
        """The ball stays while the body walks: moves it in the body's frame."""
        if self.ball is None:
            return
        forward, left, up = self.ball
        turn = velocity.turn * seconds
        self.ball = (
            forward + left * turn - 1000 * velocity.forward * seconds,
            left - forward * turn - 1000 * velocity.left * seconds,
            up,
        )


class BallPlayer:
    """Looks for the ball, walks to it until it lies at the spot of its kick, and kicks."""

    #: After this time without the ball it searches; the camera does not see a ball below the nose; after the third one it also turns, s.
    LOST, LOST_NEAR, GONE = 0.4, 2.0, 3.0
    #: Nearer than this it steps to the spot of the kick, and how exact the spot must be, mm.
    NEAR, EXACT = 400.0, 12.0
    #: How long it stands before a kick, s.
    SETTLE = 0.3

    def __init__(self, kick: str = "paw", gait: Gait = PG22) -> None:
        """kick: a name of KICKS, or paw: the one that is nearer to the ball."""
        if kick != "paw":
            kick_keys(kick)
        self.pilot, self.eye = Pilot(gait), BallEye()
        self.kicks = 0
        self._kick = kick
        #: When the ball last was not at the spot, s.
        self._away = -math.inf

    def step(self, robot: Robot, frame: Frame) -> None:
        """Answers one frame."""
        self.eye.walked(self.pilot.velocity, FRAME)
        self.eye.look(robot, frame)
        if frame.is_reset:
            self._away = -math.inf
        self._play(frame.time)
        self.pilot.step(robot, frame)

    def _play(self, now: float) -> None:
        ball, pilot = self.eye.ball, self.pilot
        unseen = now - self.eye.seen_at
        is_near = ball is not None and math.hypot(ball[0], ball[1]) < self.NEAR
        if ball is None or unseen > (self.LOST_NEAR if is_near else self.LOST):
            turn = math.copysign(1.2, ball[1]) if ball is not None else 1.2
            pilot.look_at = search_point(now)
            pilot.walk(turn=turn if unseen > self.GONE else 0.0)
            return
        pilot.look_at = ball
        if not is_near:
            bearing = math.atan2(ball[1], ball[0])
            pilot.walk(forward=0.3 * max(0.0, 1 - abs(bearing)), turn=within(2 * bearing, -1.5, 1.5))
        else:
            self._step_to_spot(ball, now)

    def _step_to_spot(self, ball: Point, now: float) -> None:
        kick = ("left" if ball[1] > 0 else "right") if self._kick == "paw" else self._kick
        spot = KICK_SPOTS[kick]
        ahead, left = ball[0] - spot[0], ball[1] - spot[1]
        if abs(ahead) < self.EXACT and abs(left) < self.EXACT and not self.pilot.is_busy:
            # it stands before it kicks
            self.pilot.walk()
            if now - self._away >= self.SETTLE:
                self.pilot.kick(kick)
                self.kicks += 1
            return
        self._away = now
        # first beside the spot, then forward
        forward = min(0.0, ahead - 30) if abs(left) > 2 * self.EXACT else ahead
        self.pilot.walk(forward=within(0.003 * forward, -0.15, 0.2), left=within(0.004 * left, -0.15, 0.15))
