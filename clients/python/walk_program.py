"""What the programs of walking robots share: the options of the command line, the connection, and the loop over frames.

aibo_walk.py and qrio_walk.py use it; it is not a program of its own. Standard library only.
"""

import argparse
import math
import sys
from pathlib import Path
from typing import Callable, Dict, NamedTuple, Optional, Tuple

from ubersim import Frame, Robot, RobotError


class Speed(NamedTuple):
    """A commanded speed: what it is without the option, and its range."""

    usual: float
    least: float
    most: float
    unit: str = "m/s"


#: Unit of turns.
TURNING = "rad/s counter-clockwise"


def within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


def finite(text: str) -> float:
    """For argparse: a number, but not inf or nan."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def walk_parser(about: str, document: str, speeds: Dict[str, Speed]) -> argparse.ArgumentParser:
    """Options of any walk. `speeds` has forward, left and turn."""
    robots = Path(__file__).resolve().parent.parent.parent / "robots"
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--document", type=Path, default=robots / document)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=9040)
    for name, (usual, least, most, unit) in speeds.items():
        parser.add_argument(f"--{name}", type=finite, default=usual, help=f"{unit}, {least} to {most}")
    return parser


def read_options(parser: argparse.ArgumentParser, speeds: Dict[str, Speed], seconds: Callable[[argparse.Namespace], float]) -> argparse.Namespace:
    """Reads the command line. `seconds` tells how long a walk with the other options usually takes."""
    parser.add_argument("--seconds", type=finite, help="of simulated time")
    options = parser.parse_args()
    if options.seconds is None:
        options.seconds = seconds(options)
    for name, (_, least, most, _) in speeds.items():
        setattr(options, name, within(getattr(options, name), least, most))
    return options


def drive(options: argparse.Namespace, control: Callable[[Robot, Frame, float], Optional[str]]) -> Tuple[int, float]:
    """
    Calls `control` with the robot, each frame and the time since the robot joined, until the seconds are over. A text that it returns is
    printed and ends the walk. Returns the program's exit code and the time.
    """
    time = 0.0
    try:
        with Robot(options.document, options.host, options.port) as robot:
            for frame in robot:
                time = frame.time - robot.hello["time"]
                if time >= options.seconds:
                    break
                trouble = control(robot, frame, time)
                if trouble is not None:
                    print(trouble)
                    return 1, time
    except (RobotError, OSError) as error:
        print(error, file=sys.stderr)
        return 2, time
    except KeyboardInterrupt:
        pass
    return 0, time
