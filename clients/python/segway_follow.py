#!/usr/bin/env python3
"""A Segway that follows the orange ball with its own camera, through 100 ms of vision latency, and shows its picture.

Start the garden (`node bin/ubersim.js run ball-chase`), then

    python3 segway_follow.py

opens a window with the robot's picture and the ball marked in it; without a display the picture is drawn into the
terminal. --save DIR writes every picture as PNG. Standard library only.

A picture shows the ball relative to the robot at capture time, 100 ms ago. At a turn rate of 1 rad/s that is 6 degrees off
the present bearing, and a robot that steers by it overshoots and oscillates. Therefore the robot keeps its past poses
(Odometry) and places every sighting in its own map with the pose at capture time (Stamp in its document); --no-stamp
shows the difference. The same in TypeScript: examples/BallChaser.ts.
"""

import argparse
import bisect
import math
import os
import sys
import time
from pathlib import Path
from typing import Callable, List, NamedTuple, Optional, Tuple

from ubersim import Frame, Picture, Robot, RobotError

#: Tilt from which it cannot recover, rad.
FALLEN = 1.0
WHEEL_RADIUS, HALF_TRACK, BALL_RADIUS = 0.236, 0.285, 0.15
#: Distance to keep from the ball, m.
KEEP = 1.5


def within(value: float, most: float) -> float:
    return min(most, max(-most, value))


class Blob(NamedTuple):
    """The ball in a picture, in pixels."""

    column: float
    row: float
    radius: float
    #: The picture's edge cuts it: its size is not reliable.
    is_cut: bool


def is_orange(r: int, g: int, b: int) -> bool:
    """Hue from 12 to 42 degrees, saturation 60 % or more: light and shadow change the brightness much more than the hue."""
    span, rise = r - b, g - b
    return r >= 40 and 5 * span > 3 * r and 5 * rise > span and 10 * rise < 7 * span


def find_ball(picture: Picture) -> Optional[Blob]:
    data, width, height = bytes(picture.bytes), picture.width, picture.height
    pixels = zip(data[0::3], data[1::3], data[2::3])
    # quick test first: pixels with hardly more red than blue are not orange
    at = [i for i, (r, g, b) in enumerate(pixels) if r > b + 20 and is_orange(r, g, b)]
    if len(at) < 6:
        return None
    columns, rows = [i % width for i in at], [i // width for i in at]
    is_cut = min(columns) == 0 or max(columns) == width - 1 or min(rows) == 0 or max(rows) == height - 1
    count = len(at)
    return Blob(sum(columns) / count + 0.5, sum(rows) / count + 0.5, math.sqrt(count / math.pi), is_cut)


class Stand(NamedTuple):
    """Centre of the axle; x is right and y forward of the start, the heading is positive to the left."""

    time: float
    x: float
    y: float
    heading: float
    tilt: float


class Odometry:
    """Pose of the robot from wheels and gyroscope, with the poses of the last seconds."""

    def __init__(self) -> None:
        self.stands: List[Stand] = []
        self._times: List[float] = []
        self._rolling = self._turn_rate = 0.0

    def move(self, robot: Robot, frame: Frame) -> None:
        tilt = frame["Incmeter"]
        last = self.stands[-1] if self.stands else Stand(frame.time, 0.0, 0.0, 0.0, tilt)
        if "LMotor" in frame and "RMotor" in frame:
            self._rolling = (frame["LMotor"][4] + frame["RMotor"][4]) / 2 * WHEEL_RADIUS
        if "Imu" in frame:  # the component about the vertical
            imu = frame["Imu"]
            self._turn_rate = imu[5] * math.cos(tilt) - imu[4] * math.sin(tilt)
        step = frame.time - last.time
        # the wheels turn relative to the body, and the body tilts
        travel = self._rolling * step + WHEEL_RADIUS * (tilt - last.tilt)
        heading = last.heading + self._turn_rate * step
        x, y = last.x - travel * math.sin(heading), last.y + travel * math.cos(heading)
        self.stands.append(Stand(frame.time, x, y, heading, tilt))
        self._times.append(frame.time)
        if len(self.stands) > 4000:
            del self.stands[:2000], self._times[:2000]

    def at(self, when: float) -> Stand:
        return self.stands[min(bisect.bisect_left(self._times, when - 1e-9), len(self.stands) - 1)]


def locate(blob: Blob, picture: Picture, tilt: float) -> Tuple[float, float]:
    """Position of the ball relative to the axle, forward and left, m. The camera is that of robots/segway-follower.xml."""
    focal = picture.height / 2 / math.tan(math.radians(60) / 2)
    right, down = (blob.column - picture.width / 2) / focal, (blob.row - picture.height / 2) / focal
    pitch = -0.436 - tilt
    ahead = math.cos(pitch) + down * math.sin(pitch)
    fall = down * math.cos(pitch) - math.sin(pitch)
    mount = 0.16, 0.47 - 0.074  # forward of the axle and above it
    forward = mount[0] * math.cos(tilt) + mount[1] * math.sin(tilt)
    height = WHEEL_RADIUS + mount[1] * math.cos(tilt) - mount[0] * math.sin(tilt)
    # distance along the ray: from its size, or, if the edge cuts it, from its contact with the ground
    depth = BALL_RADIUS * focal / blob.radius * math.sqrt(math.sqrt(1 + right**2 + down**2))
    if blob.is_cut:
        depth = (height - BALL_RADIUS) / max(fall, 0.05)
    return forward + ahead * depth, -right * depth


class Ball(NamedTuple):
    """Relative to a pose: bearing to the left, rad; distance, m; rates of distance, m/s, and bearing, rad/s."""

    bearing: float
    distance: float
    away: float
    round: float


class BallTracker:
    """Position and velocity of the ball in the robot's own map, from sighting to sighting."""

    FORGET = 0.5  # time without a sighting after which the velocity is forgotten, s

    def __init__(self) -> None:
        self.seen_at: Optional[float] = None
        self._x = self._y = self._vx = self._vy = 0.0

    def see(self, forward: float, left: float, stand: Stand) -> None:
        s, c = math.sin(stand.heading), math.cos(stand.heading)
        x, y = stand.x - forward * s - left * c, stand.y + forward * c - left * s
        age = math.inf if self.seen_at is None else stand.time - self.seen_at
        self.seen_at = stand.time
        if not 0 < age < self.FORGET:
            self._x, self._y, self._vx, self._vy = x, y, 0.0, 0.0
            return
        ex, ey = self._x + self._vx * age, self._y + self._vy * age
        self._x, self._y = ex + 0.6 * (x - ex), ey + 0.6 * (y - ey)
        self._vx += 0.25 * (x - ex) / age
        self._vy += 0.25 * (y - ey) / age

    def seen_from(self, stand: Stand) -> Ball:
        age = 0.0 if self.seen_at is None else stand.time - self.seen_at
        span = min(age, self.FORGET)
        vx, vy = (0.0, 0.0) if age > self.FORGET else (self._vx, self._vy)
        dx, dy = self._x + self._vx * span - stand.x, self._y + self._vy * span - stand.y
        s, c = math.sin(stand.heading), math.cos(stand.heading)
        distance = max(math.hypot(dx, dy), 0.1)
        bearing = math.atan2(-dx * c - dy * s, dy * c - dx * s)
        return Ball(bearing, distance, (vx * dx + vy * dy) / distance, (vy * dx - vx * dy) / distance**2)


class SegwayDriver:
    """Balances it, drives it at a speed and turns it; examples/SegwayPilot.ts derives the gains."""

    def __init__(self, length: float = 0.591, pull: float = 3.815, rest: float = -0.1732, pole: float = 2.5) -> None:
        self.rest = rest
        self.k1 = pole**4 * length / pull
        self.k2 = 4 * pole**3 * length / pull
        self.k3 = length * (6 * pole**2 + self.k1) + pull
        self.k4 = length * (4 * pole + self.k2)
        #: Target speed forward, m/s, and turn rate to the left, rad/s.
        self.forward = self.turn = 0.0
        self._time: Optional[float] = None
        self._tilt = self._speed = self._past = self._goal_speed = self._turning = 0.0

    def drive(self, robot: Robot, frame: Frame) -> None:
        tilt, step = frame["Incmeter"], frame.time - (frame.time if self._time is None else self._time)
        if "LMotor" in frame and "RMotor" in frame:  # blocked wheels are not driven ever faster
            rolling = (frame["LMotor"][4] + frame["RMotor"][4]) / 2 * WHEEL_RADIUS
            self._speed = rolling + within(self._speed - rolling, 0.5)
        if step > 0:
            self._move(tilt, (tilt - self._tilt) / step, step)
        self._time, self._tilt = frame.time, tilt
        side = self._turning * HALF_TRACK
        robot.motor("LMotor", axis=2, Vel=(self._speed - side) / WHEEL_RADIUS, FMax=80)
        robot.motor("RMotor", axis=2, Vel=(self._speed + side) / WHEEL_RADIUS, FMax=80)

    def _move(self, tilt: float, rate: float, step: float) -> None:
        self._goal_speed += within(self.forward - self._goal_speed, 1.0 * step)
        self._turning += within(self.turn - self._turning, 6.0 * step)
        slip = self._speed - self._goal_speed
        accel = self.k1 * self._past + self.k2 * slip + self.k3 * (tilt - self.rest) + self.k4 * rate
        self._speed = within(self._speed + accel * step, 3.5)
        self._past = within(self._past + (self._speed - self._goal_speed) * step, 1.0)


class BallChaser:
    """Pictures in, forward speed and turn rate out."""

    def __init__(self, uses_stamp: bool = True) -> None:
        self.uses_stamp = uses_stamp
        self.driver, self.odometry, self.tracker = SegwayDriver(), Odometry(), BallTracker()
        self._looked_at = 0.0

    def step(self, robot: Robot, frame: Frame) -> Optional[Tuple[Picture, Optional[Blob]]]:
        """Answers one frame; returns picture and ball if the frame has a picture."""
        if frame.is_reset:
            self.driver, self.odometry, self.tracker = SegwayDriver(), Odometry(), BallTracker()
        self.odometry.move(robot, frame)
        look = self._look(frame) if "Cam" in frame else None
        self._steer()
        self.driver.drive(robot, frame)
        return look

    def _look(self, frame: Frame) -> Tuple[Picture, Optional[Blob]]:
        picture = frame.picture("Cam")
        blob = find_ball(picture)
        self._looked_at = picture.time if self.uses_stamp and picture.time is not None else frame.time
        if blob:
            stand = self.odometry.at(self._looked_at)
            self.tracker.see(*locate(blob, picture, stand.tilt), stand)
        return picture, blob

    def _steer(self) -> None:
        seen_at, ball = self.tracker.seen_at, self.tracker.seen_from(self.odometry.stands[-1])
        if seen_at is None or self._looked_at - seen_at > 0.4:  # lost: turns to the side where it disappeared
            self.driver.forward, self.driver.turn = 0.0, -1.2 if ball.bearing < 0 else 1.2
            return
        ahead = max(0.0, 1 - abs(ball.bearing))  # a large bearing is turned away first
        self.driver.forward = min(1.6, max(-0.8, ahead * (0.9 * (ball.distance - KEEP) + ball.away)))
        self.driver.turn = within(3 * ball.bearing + ball.round, 2.0)


Show = Callable[[Picture, Optional[Blob], float], bool]


def window() -> Optional[Show]:
    """The picture in a window, three times as large, with a frame around the ball; None: no display or no tkinter."""
    try:
        import tkinter

        root = tkinter.Tk()
    except Exception:  # no module or no display: tkinter raises various types
        return None
    root.title("Follower: what it sees")
    canvas = tkinter.Canvas(root, highlightthickness=0)
    canvas.pack()
    image = canvas.create_image(0, 0, anchor="nw")
    frame = canvas.create_rectangle(0, 0, 0, 0, outline="white", width=2)
    words = tkinter.Label(root, anchor="w")
    words.pack(fill="x")
    is_open = True
    kept: List[tkinter.PhotoImage] = []

    def close() -> None:
        nonlocal is_open
        is_open = False

    def show(picture: Picture, blob: Optional[Blob], now: float) -> bool:
        if not is_open:
            return False
        kept[:] = [tkinter.PhotoImage(data=picture.to_ppm(), format="PPM").zoom(3)]
        canvas.config(width=3 * picture.width, height=3 * picture.height)
        canvas.itemconfig(image, image=kept[0])
        x, y, r = (3 * blob.column, 3 * blob.row, 3.9 * blob.radius) if blob else (-9, -9, 0)
        canvas.coords(frame, x - r, y - r, x + r, y + r)
        words.config(text=f"{now:.1f} s   " + ("follows the ball" if blob else "looks for the ball"))
        root.update()
        return True

    root.protocol("WM_DELETE_WINDOW", close)
    return show


def terminal(columns: int = 80, pause: float = 0.1) -> Show:
    """The picture in the terminal: a half block for each two pixels, one above the other."""
    shown_at = -math.inf
    print("\033[2J", end="")

    def show(picture: Picture, blob: Optional[Blob], now: float) -> bool:
        nonlocal shown_at
        if time.monotonic() - shown_at < pause:
            return True
        shown_at = time.monotonic()
        words = "follows the ball" if blob else "looks for the ball"
        print(f"\033[H{draw(picture, columns, blob)}\n\033[K{now:.1f} s  {words}", flush=True)
        return True

    return show


def draw(picture: Picture, columns: int, blob: Optional[Blob] = None) -> str:
    scale = picture.width / columns

    def color(column: int, row: int) -> str:
        x, y = int((column + 0.5) * scale), int((row + 0.5) * scale)
        if blob:
            away = max(abs(x + 0.5 - blob.column), abs(y + 0.5 - blob.row))
            if abs(away - 1.3 * blob.radius - scale / 2) < scale / 2:
                return "255;255;255"
        return "%d;%d;%d" % picture.color(x, y)

    lines = range(int(picture.height / scale / 2))
    cells = (
        [f"\033[38;2;{color(column, 2 * line)};48;2;{color(column, 2 * line + 1)}m\u2580" for column in range(columns)]
        for line in lines
    )
    return "\n".join("".join(line) + "\033[0m" for line in cells)


def chooser(options: argparse.Namespace) -> Show:
    if options.quiet:
        return lambda picture, blob, now: True
    on_display = None if options.terminal else window()
    if on_display:
        return on_display
    return terminal() if sys.stdout.isatty() or options.terminal else lambda picture, blob, now: True


def main() -> int:
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--document", type=Path, default=here.parent.parent / "robots" / "segway-follower.xml")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=9040)
    parser.add_argument("--seconds", type=float, default=math.inf, help="of simulated time (default: until Ctrl-C)")
    parser.add_argument("--save", type=Path, metavar="DIR", help="writes every picture there, as PNG")
    parser.add_argument("--terminal", action="store_true", help="draws into the terminal, also where there is a display")
    parser.add_argument("--quiet", action="store_true", help="shows no picture")
    parser.add_argument("--no-stamp", action="store_true", help="takes every picture for one of this very moment")
    options = parser.parse_args()
    pictures = shown = 0
    now, stands, ended = 0.0, True, ""
    try:
        if options.save:
            os.makedirs(options.save, exist_ok=True)
        with Robot(options.document, options.host, options.port) as robot:
            show, chaser, start = chooser(options), BallChaser(not options.no_stamp), float(robot.hello["time"])
            for frame in robot:
                look, now = chaser.step(robot, frame), frame.time - start
                stands = abs(frame["Incmeter"]) < FALLEN
                if look:
                    pictures, shown = pictures + 1, shown + (look[1] is not None)
                    if options.save:
                        look[0].save(options.save / f"{pictures:05}.png")
                    if not show(*look, now):
                        break
                if not stands or now >= options.seconds:
                    break
            ended = "The server stopped. " if robot.end_reason else ""
    except (RobotError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    share = 100 * shown / max(pictures, 1)
    print(f"{ended}{'Still standing' if stands else 'Fell'} after {now:.3f} s, the ball in {share:.1f} % of {pictures} pictures.")
    return 0 if stands else 1


if __name__ == "__main__":
    sys.exit(main())
