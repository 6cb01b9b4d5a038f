#!/usr/bin/env python3
"""Balances the 2004 paper's Segway over the network; start a server first (`node bin/ubersim.js run`).

    python3 segway_balance.py --script 5:0.03,10:-0.03,15:0 --seconds 20 --trace ride.csv --plot ride.svg

leans 0.03 rad forward at 5 s, back at 10 s, and stands upright again at 15 s. A lean is added to the balance angle, at
which the inclinometer reads -0.17 rad: the mass of this robot is not above its axle. Leaning forward drives forward.

Without --script the arrow keys drive it: up or w lean forward, down or s back, space upright, q ends.
"""

import argparse
import math
import sys
from pathlib import Path
from typing import Callable, List, Optional, Tuple, Union

from ubersim import Robot, RobotError

#: Tilt from which it cannot recover, rad.
FALLEN = 1.0
#: time s, tilt rad, commanded speed m/s, position m
Sample = Tuple[float, float, float, float]


class SegwayPilot:
    """Tilt in, wheel speed out. It uses only the inclinometer and its own commands.

    The motors receive the speed s of the body relative to its wheels, as travel. With the tilt t:
        s' = a,  t'' = (G t - a) / M,  a = k1 integral(s) + k2 s + k3 t + k4 t'
    where M and G follow from the robot's masses and sizes (examples/SegwayPilot.ts says how). The gains put all four
    poles at -p; a small p lets the commands be later.
    """

    def __init__(self, length: float = 0.591, pull: float = 3.815, rest: float = -0.1732, pole: float = 1.5) -> None:
        self.rest, self.radius, self.top_speed = rest, 0.236, 3.5
        self.k1 = pole**4 * length / pull
        self.k2 = 4 * pole**3 * length / pull
        self.k3 = length * (6 * pole**2 + self.k1) + pull
        self.k4 = length * (4 * pole + self.k2)
        #: Change of the balance angle, rad: leaning forward drives forward.
        self.lean = 0.0
        self.speed = self.place = self.goal = self.tilt = 0.0
        self.time: Optional[float] = None

    def wheel_speed(self, time: float, tilt: float) -> float:
        """One tick of the control loop: the speed for both wheel motors, rad/s."""
        step = time - (time if self.time is None else self.time)
        rate = (tilt - self.tilt) / step if step > 0 else 0.0
        self.time, self.tilt = time, tilt
        if self.lean != 0:
            self.goal = self.place  # moves along while the robot drives
        lean = tilt - self.rest - self.lean
        accel = self.k1 * (self.place - self.goal) + self.k2 * self.speed + self.k3 * lean + self.k4 * rate
        self.speed = min(self.top_speed, max(-self.top_speed, self.speed + accel * step))
        self.place += self.speed * step
        return self.speed / self.radius


def ride(
    robot: Robot,
    seconds: float,
    lean_at: Callable[[float], float] = lambda time: 0.0,
    look: Callable[[Sample], bool] = lambda sample: False,
) -> bool:
    """The control loop. True: it stands at the end or when the server stops. `look` gets every frame and may end the ride."""
    pilot, start = SegwayPilot(), float(robot.hello["time"])
    for frame in robot:
        if frame.is_reset:
            pilot, start = SegwayPilot(), frame.time
        if "Incmeter" not in frame:
            continue
        time, tilt = frame.time - start, frame["Incmeter"]
        pilot.lean = lean_at(time)
        speed = pilot.wheel_speed(time, tilt)
        robot.motor("LMotor", axis=2, Vel=speed, FMax=80)
        robot.motor("RMotor", axis=2, Vel=speed, FMax=80)
        if look((time, tilt, pilot.speed, pilot.place)) or time >= seconds:
            return True
        if abs(tilt) > FALLEN:
            return False
    return True


def read_script(text: str) -> Callable[[float], float]:
    """"5:0.03,10:0": at 5 s lean 0.03 rad forward, at 10 s upright."""
    steps = sorted((float(time), float(lean)) for time, lean in (part.split(":") for part in text.split(",")))
    return lambda now: next((lean for time, lean in reversed(steps) if time <= now), 0.0)


class Keys:
    """The keys of a terminal, read without blocking."""

    def __init__(self) -> None:
        self.lean = 0.0
        self.is_over = False
        self._restore: Callable[[], None] = lambda: None
        self._read: Callable[[], str] = lambda: ""
        if not sys.stdin.isatty():
            return
        if sys.platform == "win32":
            import msvcrt

            self._read = lambda: msvcrt.getwch() if msvcrt.kbhit() else ""
        else:
            import os
            import select
            import termios
            import tty

            fd = sys.stdin.fileno()
            before = termios.tcgetattr(fd)
            tty.setcbreak(fd)
            self._restore = lambda: termios.tcsetattr(fd, termios.TCSADRAIN, before)
            self._read = lambda: os.read(fd, 8).decode(errors="replace") if select.select([fd], [], [], 0)[0] else ""

    def poll(self) -> None:
        key = self._read()
        if key in ("\x00", "\xe0"):  # Windows: an arrow is two keys
            key += self._read()
        if key in ("w", "\x1b[A", "\x00H", "\xe0H"):
            self.lean = min(0.3, round(self.lean + 0.02, 2))
        elif key in ("s", "\x1b[B", "\x00P", "\xe0P"):
            self.lean = max(-0.3, round(self.lean - 0.02, 2))
        elif key == " ":
            self.lean = 0.0
        elif key == "q":
            self.is_over = True

    def close(self) -> None:
        self._restore()


def write_trace(path: str, samples: List[Sample]) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("t_s,tilt_rad,commanded_speed_m_s,position_m\n")
        for time, tilt, speed, place in samples:
            file.write(f"{time:.6f},{tilt + 0.0:.6f},{speed:.5f},{place:.5f}\n")


#: Width of the picture; borders, height and distance of the panels.
WIDTH, LEFT, RIGHT, TOP, HEIGHT, GAP = 900, 70, 20, 64, 150, 40


def write_plot(path: str, samples: List[Sample], title: str) -> None:
    """Tilt, speed and position over time as SVG, the same picture as that of examples/SegwayTrace.ts."""
    degree = math.pi / 180
    times = [sample[0] for sample in samples]
    panels = [
        ("tilt, degrees", "#3b6ea5", [sample[1] / degree for sample in samples]),
        ("commanded speed, m/s", "#2e8b57", [sample[2] for sample in samples]),
        ("position, m", "#d98b1f", [sample[3] for sample in samples]),
    ]
    drawn = [draw_panel(panel, TOP + i * (HEIGHT + GAP), times) for i, panel in enumerate(panels)]
    bottom = TOP + len(panels) * (HEIGHT + GAP) - GAP
    x_range = range_of(times)
    ticks = [(scale(at, x_range, LEFT, WIDTH - RIGHT), show_number(at)) for at in ticks_of(x_range)]
    marks = [f'<line x1="{x}" x2="{x}" y1="{bottom}" y2="{bottom + 4}" stroke="#bbb"/>' for x, _ in ticks]
    words = [text(x, bottom + 18, at, "middle") for x, at in ticks]
    words.append(text((LEFT + WIDTH - RIGHT) // 2, bottom + 38, "simulated time, s", "middle"))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 48}"'
        ' font-family="sans-serif" font-size="12" fill="#444">',
        f'<rect width="{WIDTH}" height="{bottom + 48}" fill="#fcfcfa"/>',
        f'<text x="{LEFT}" y="24" font-size="15" fill="#222">{escape(title)}</text>',
        *drawn,
        "".join(marks + words),
        "</svg>\n",
    ]
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines))


def draw_panel(panel: Tuple[str, str, List[float]], top: int, times: List[float]) -> str:
    """The label stands above the panel, clear of the line."""
    label, color, values = panel
    low, high = range_of(values)
    y_range = (low - 0.08 * (high - low), high + 0.08 * (high - low))
    parts = []
    for at in ticks_of(y_range):
        y = scale(at, y_range, top + HEIGHT, top)
        stroke = "#a8a8a0" if at == 0 else "#e4e4de"
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="{stroke}"/>')
        parts.append(text(LEFT - 6, show_place(float(y) + 4), show_number(at), "end"))
    frame = f'<rect x="{LEFT}" y="{top}" width="{WIDTH - RIGHT - LEFT}" height="{HEIGHT}" fill="none" stroke="#bbb"/>'
    every, x_range = -(-len(times) // 2000), range_of(times)
    points = [
        f"{scale(time, x_range, LEFT, WIDTH - RIGHT)},{scale(value, y_range, top + HEIGHT, top)}"
        for time, value in zip(times[::every], values[::every])
    ]
    path = f'<path d="M{"L".join(points)}" fill="none" stroke="{color}" stroke-width="1.6"/>'
    return "".join([*parts, frame, text(LEFT, top - 8, label, "start", "#222"), path])


def range_of(values: List[float]) -> Tuple[float, float]:
    low, high = min(values), max(values)
    return (low - 1, high + 1) if low == high else (low, high)


def ticks_of(limits: Tuple[float, float]) -> List[float]:
    """Four to ten round numbers in the range."""
    low, high = limits
    power = 10.0 ** math.floor(math.log10((high - low) / 4))
    step = power * max((n for n in (1, 2, 5) if n * power <= (high - low) / 4), default=1)
    return [float(f"{n * step:.10g}") for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def scale(value: float, limits: Tuple[float, float], start: float, end: float) -> str:
    low, high = limits
    return show_place(start + ((value - low) / (high - low)) * (end - start))


def show_place(place: float) -> str:
    """Rounded to a tenth of a picture unit."""
    return show_number(math.floor(place * 10 + 0.5) / 10)


def show_number(value: float) -> str:
    return f"{value:.10f}".rstrip("0").rstrip(".")


def text(x: Union[int, str], y: Union[int, str], words: str, anchor: str, fill: str = "#444") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'


def escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def main() -> int:
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--document", type=Path, default=here.parent.parent / "robots" / "segway.xml")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=9040)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of simulated time (default: until q)")
    parser.add_argument("--script", type=read_script, metavar="LEANS", help="SECONDS:RADIANS,... drives by itself")
    parser.add_argument("--trace", metavar="FILE", help="writes time, tilt, commanded speed, position as CSV")
    parser.add_argument("--plot", metavar="FILE", help="draws them as SVG")
    options = parser.parse_args()
    samples: List[Sample] = []
    last: Sample = (0.0, 0.0, 0.0, 0.0)
    keys = Keys()

    def look(sample: Sample) -> bool:
        nonlocal last
        last = sample
        if options.trace or options.plot:
            samples.append(sample)
        if round(sample[0] * 1000) % 50 == 0:
            keys.poll()
            if sys.stdout.isatty():
                print("\r\033[K%.2f s  tilt %.3f rad  %.2f m/s  at %.2f m" % sample, end="", flush=True)
        return keys.is_over

    try:
        with Robot(options.document, options.host, options.port) as robot:
            stands = ride(robot, options.seconds, options.script or (lambda time: keys.lean), look)
            title = f"{robot.name}, balanced over the network"
            ended = "The server stopped. " if robot.end_reason else ""
    except RobotError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        stands, title, ended = True, "balanced over the network", ""
    finally:
        keys.close()
        if sys.stdout.isatty():
            print()
    print(f"{ended}{'Still standing' if stands else 'Fell'} after {last[0]:.3f} s, at {last[3]:.3f} m.")
    if options.trace:
        write_trace(options.trace, samples)
    if options.plot and samples:
        write_plot(options.plot, samples, title)
    return 0 if stands else 1


if __name__ == "__main__":
    sys.exit(main())
