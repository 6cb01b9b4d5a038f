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
    """A commanded speed: what it is without the option, and its range, m/s or rad/s."""

    usual: float
    least: float
    most: float


def within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


def finite(text: str) -> float:
    """For argparse: a number, but not inf or nan."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def read_options(about: str, document: str, speeds: Dict[str, Speed], seconds: float, flags: Dict[str, str]) -> argparse.Namespace:
    """Options of a walk. `speeds` has forward, left and turn; `flags` have a name and a line of help."""
    robots = Path(__file__).resolve().parent.parent.parent / "robots"
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--document", type=Path, default=robots / document)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=9040)
    for name, (usual, least, most) in speeds.items():
        unit = "rad/s counter-clockwise" if name == "turn" else "m/s"
        parser.add_argument(f"--{name}", type=finite, default=usual, help=f"{unit}, {least} to {most}")
    parser.add_argument("--seconds", type=finite, default=seconds, help="of simulated time")
    for name, text in flags.items():
        parser.add_argument(f"--{name}", action="store_true", help=text)
    options = parser.parse_args()
    for name, (_, least, most) in speeds.items():
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
