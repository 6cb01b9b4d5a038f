#!/usr/bin/env python3
"""An AIBO that walks, or walks to the orange ball by its nose camera.

Start a world (`node bin/ubersim.js run`), then

    python3 aibo_walk.py                       # forward at 0.25 m/s for 10 s
    python3 aibo_walk.py --forward 0.1 --turn 0.8
    python3 aibo_walk.py --ball                # to the ball, in the world `node bin/ubersim.js run legged-league`

It walks in a trot: diagonal legs move together; a foot on the ground moves straight back at the commanded velocity and returns
through the air along half an ellipse. leg_angles() finds the joint angles for a foot. Lengths are in mm, angles in rad; the axes of
the body are forward, left, up. Standard library only. The same in TypeScript, with kicks and getting up: examples/legged.
"""

import math
import sys
from collections import deque
from typing import Deque, Dict, List, NamedTuple, Optional, Set, Tuple

from segway_follow import Blob, is_orange
from ubersim import Frame, Picture, Robot
from walk_program import Speed, drive, read_options, within

#: Interval of the frames, s: the document asks for 125 Hz.
FRAME = 0.008
#: Shoulder and hip from the body's centre, knee from shoulder, paw from knee (length, angle of front and hind legs).
HALF_LENGTH, HALF_TRACK = 65.0, 62.5
KNEE_AHEAD, KNEE_DOWN, PAW_OUT, PAW_RADIUS = 9.0, 69.5, 4.7, 11.7
SHIN = {"F": (65.434, math.radians(-4.41)), "H": (67.647, math.radians(-11.54))}
#: Ranges (degrees) and highest speeds (rad/s) of rotator, elevator and knee.
RANGE = {"F": ((-115, 130), (-10, 88), (-25, 122)), "H": ((-130, 115), (-10, 88), (-25, 122))}
SPEED = (4.865, 5.28, 5.28)
JOINTS = ("Rotator", "Elevator", "Knee")
#: Neck: tilt axis from the body's centre, to pan and nod, and the camera from there.
NECK, NECK_LENGTH, CAMERA = (67.5, 19.5), 80.0, (81.06, -14.6)
#: Focal length of the camera, pixels, and radius of the ball.
FOCUS, BALL_RADIUS = 80 / math.tan(math.radians(22.6)), 42.0
#: It stops so far from the ball: its paws reach 200 mm ahead of the body's centre.
STOP = 270.0


def leg_angles(leg: str, forward: float, outward: float, up: float) -> Tuple[float, ...]:
    """Rotator, elevator and knee for a paw at a point relative to the shoulder or hip; as near as the leg can reach."""
    # a hind leg is a front leg that faces backward
    facing = 1 if leg[1] == "F" else -1
    shin, bent = SHIN[leg[1]]
    upper = math.hypot(KNEE_AHEAD, KNEE_DOWN)
    square = forward**2 + outward**2 + up**2 - PAW_OUT**2
    fold = math.acos(within((square - upper**2 - shin**2) / (2 * upper * shin), -1, 1))
    limits = [tuple(map(math.radians, pair)) for pair in RANGE[leg[1]]]
    knee = within(fold + math.atan2(KNEE_AHEAD, KNEE_DOWN) - bent, *limits[2])
    ahead = KNEE_AHEAD + shin * math.sin(knee + bent)
    down = KNEE_DOWN + shin * math.cos(knee + bent)
    reach = math.hypot(down, PAW_OUT)
    elevator = within(math.asin(within(outward / reach, -1, 1)) - math.atan2(PAW_OUT, down), *limits[1])
    below = down * math.cos(elevator) - PAW_OUT * math.sin(elevator)
    rotator = within(math.atan2(facing * forward, -up) - math.atan2(ahead, below), *limits[0])
    return rotator, elevator, knee


class Foot(NamedTuple):
    """Of the gait: height of shoulder or hip, middle of the foot's path, lift, share of the cycle on the ground."""

    height: float
    ahead: float
    outward: float
    lift: float
    duty: float


#: The gait PG22 of rUNSWift 2005.
CYCLE = 0.352
FEET = {"F": Foot(95, 35, 10, 20, 0.5), "H": Foot(110, -20, 5, 20, 0.6)}


class Trot:
    """Feet of a trot. forward and left in m/s, turn in rad/s."""

    def __init__(self) -> None:
        self.forward = self.left = self.turn = 0.0
        self._phase = 0.0

    def step(self) -> Dict[str, float]:
        """Target angles by joint for the next frame."""
        self._phase = (self._phase + FRAME / CYCLE) % 1
        return {f"{leg}{joint}": angle for leg in ("LF", "RF", "LH", "RH") for joint, angle in zip(JOINTS, self._leg(leg))}

    def _leg(self, leg: str) -> Tuple[float, ...]:
        foot = FEET[leg[1]]
        side, end = 1 if leg[0] == "L" else -1, 1 if leg[1] == "F" else -1
        x, y = end * HALF_LENGTH + foot.ahead, side * (HALF_TRACK + foot.outward + PAW_OUT)
        # the ground moves back under the body, mm/s
        u, v = -(1000 * self.forward - self.turn * y), -(1000 * self.left + self.turn * x)
        phase = (self._phase + (0 if leg in ("LF", "RH") else 0.5)) % 1
        swing = (phase - foot.duty) / (1 - foot.duty)
        along = phase / foot.duty - 0.5 if swing < 0 else math.cos(math.pi * swing) / 2
        is_still = self.forward == self.left == self.turn == 0
        up = 0 if swing < 0 or is_still else foot.lift * math.sin(math.pi * swing)
        stride = foot.duty * CYCLE * along
        ahead, height = foot.ahead + u * stride, up + PAW_RADIUS - foot.height
        lean = math.asin((FEET["H"].height - FEET["F"].height) / (2 * HALF_LENGTH))
        return leg_angles(
            leg,
            ahead * math.cos(lean) - height * math.sin(lean),
            foot.outward + PAW_OUT + side * v * stride,
            ahead * math.sin(lean) + height * math.cos(lean),
        )


def move(robot: Robot, angles: Dict[str, float]) -> None:
    """Sends angles so that every joint arrives, in even motion, at the next frame."""
    for joint, angle in angles.items():
        most = SPEED[JOINTS.index(joint[2:])] if joint[2:] in JOINTS else 3.0
        speed = within(abs(angle - robot.latest(joint, (0.0,))[0]) / FRAME, 0.05, most)
        robot.motor(joint, MaxVel=speed, Angle=angle)


def find_ball(picture: Picture) -> Optional[Blob]:
    """The largest orange patch that is about as high as wide: edges between yellow and pink are orange too, but thin."""
    data, width = bytes(picture.bytes), picture.width
    pixels = zip(data[0::3], data[1::3], data[2::3])
    orange = {i for i, (r, g, b) in enumerate(pixels) if r > b + 20 and is_orange(r, g, b)}
    best: Optional[Blob] = None
    while orange:
        patch = take_patch(orange, width)
        columns, rows = [i % width for i in patch], [i // width for i in patch]
        wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        is_cut = min(columns) == 0 or max(columns) == width - 1 or min(rows) == 0 or max(rows) == picture.height - 1
        radius = math.sqrt(len(patch) / math.pi)
        is_round = is_cut or (2 * wide > high and 2 * high > wide)
        if len(patch) >= 8 and is_round and (best is None or radius > best.radius):
            best = Blob(sum(columns) / len(patch) + 0.5, sum(rows) / len(patch) + 0.5, radius, is_cut)
    return best


def take_patch(left: Set[int], width: int) -> List[int]:
    """Removes a pixel and all that hang together with it from the set."""
    patch = [left.pop()]
    for i in patch:
        for near in (i - width, i - 1, i + 1, i + width):
            if near in left:
                left.remove(near)
                patch.append(near)
    return patch


def head_angles(robot: Robot) -> Tuple[float, ...]:
    """Tilt, pan and nod."""
    return tuple(robot.latest(joint, (0.0,))[0] for joint in ("NeckTilt", "NeckPan", "NeckNod"))


def ball_place(head: Tuple[float, ...], blob: Blob) -> Tuple[float, float]:
    """Forward and left of the ball in the body's frame, mm, by its direction and its size."""
    tilt, pan, nod = head
    depth = FOCUS * BALL_RADIUS / max(1.0, blob.radius)
    ahead, left, up = CAMERA[0] + depth, depth * (104 - blob.column) / FOCUS, CAMERA[1] + depth * (80 - blob.row) / FOCUS
    ahead, up = ahead * math.cos(nod) - up * math.sin(nod), ahead * math.sin(nod) + up * math.cos(nod) + NECK_LENGTH
    ahead, left = ahead * math.cos(pan) - left * math.sin(pan), ahead * math.sin(pan) + left * math.cos(pan)
    return NECK[0] + ahead * math.cos(tilt) - up * math.sin(tilt), left


class BallWalk:
    """Walks to the ball and stops in front of it."""

    def __init__(self) -> None:
        #: Where the ball is, mm ahead and to the left; None: not seen yet.
        self.place: Optional[Tuple[float, float]] = None
        self._seen_at = -math.inf
        #: Angles of the head in the last frames, by time: a picture arrives later than it was taken.
        self._heads: Deque[Tuple[float, Tuple[float, ...]]] = deque(maxlen=12)

    def steer(self, robot: Robot, trot: Trot, frame: Frame) -> Dict[str, float]:
        """Looks for the ball and sets the velocity; returns angles of the head."""
        now = frame.time
        self._heads.append((now, head_angles(robot)))
        blob = find_ball(frame.picture("Camera")) if "Camera" in frame else None
        if blob is not None:
            taken = frame.stamp("Camera") or now
            _, head = min(self._heads, key=lambda entry: abs(entry[0] - taken))
            self.place, self._seen_at = ball_place(head, blob), now
        if self.place is None or now - self._seen_at > 0.5:
            trot.forward, trot.turn = 0.0, 0.8
            return {"NeckTilt": -0.2, "NeckPan": 0.0, "NeckNod": 0.0}
        forward, left = self.place
        bearing = math.atan2(left, forward)
        trot.turn = within(2 * bearing, -1.2, 1.2) if forward > STOP + 10 else 0.0
        trot.forward = within((forward - STOP) / 450, 0, 0.28) * max(0.0, 1 - abs(bearing))
        # lower the head for a ball that is near
        return {"NeckTilt": within(-0.1 - 110 / max(forward, 150), -1.2, 0), "NeckPan": within(bearing, -1.5, 1.5), "NeckNod": 0.0}


def main() -> int:
    speeds = {"forward": Speed(0.25, -0.32, 0.32), "left": Speed(0.0, -0.24, 0.24), "turn": Speed(0.0, -3.3, 3.3)}
    flags = {"ball": "walk to the orange ball instead"}
    seconds = 30.0 if "--ball" in sys.argv else 10.0
    options = read_options("An AIBO that walks, or walks to the ball.", "aibo.xml", speeds, seconds, flags)
    trot, ball = Trot(), BallWalk()

    def control(robot: Robot, frame: Frame, time: float) -> None:
        head: Dict[str, float] = {}
        # it stands for a second first
        if time > 1 and options.ball:
            head = ball.steer(robot, trot, frame)
            if ball.place is not None and ball.place[0] < STOP + 10:
                # there: it ends after a second more
                options.seconds = min(options.seconds, time + 1)
        elif time > 1:
            trot.forward, trot.left, trot.turn = options.forward, options.left, options.turn
        move(robot, {**trot.step(), **head})

    code, time = drive(options, control)
    seen = "" if ball.place is None else f", the ball {ball.place[0] / 1000:.2f} m ahead and {ball.place[1] / 1000:.2f} m to the left"
    if code == 0:
        print(f"Walked for {time:.1f} s{seen}.")
    return code


if __name__ == "__main__":
    sys.exit(main())
