#!/usr/bin/env python3
"""A QRIO that walks, turns, waves and shifts its weight. It catches itself when it is pushed.

Start a world (`node bin/ubersim.js run`), then

    python3 qrio_walk.py                       # forward at 0.1 m/s for 15 s
    python3 qrio_walk.py --forward 0.05 --turn 0.4
    python3 qrio_walk.py --forward 0 --wave
    python3 qrio_walk.py --forward 0 --shift 0.5

The library is the package qrio beside this file. Standard library only.
"""

import sys
from typing import Optional

from qrio import TOP, Pilot
from ubersim import Frame, Robot
from walk_program import TURNING, Speed, drive, read_options, walk_parser


def main() -> int:
    speeds = {
        "forward": Speed(0.1, -TOP.forward / 2, TOP.forward),
        "left": Speed(0.0, -TOP.left, TOP.left),
        "turn": Speed(0.0, -TOP.turn, TOP.turn, TURNING),
        "shift": Speed(0.0, -1.0, 1.0, "weight from the right foot (-1) to the left one (1)"),
    }
    parser = walk_parser("A QRIO that walks, turns, waves and shifts its weight.", "qrio.xml", speeds)
    parser.add_argument("--wave", action="store_true", help="wave with the right hand")
    options = read_options(parser, speeds, lambda _: 15.0)
    pilot, start = Pilot(), 1.5

    def control(robot: Robot, frame: Frame, time: float) -> Optional[str]:
        # it stands first
        if time > start:
            pilot.walk(options.forward, options.left, options.turn)
            pilot.shift_weight(options.shift)
            if options.wave:
                pilot.wave()
        pilot.step(robot, frame)
        return f"It fell after {time:.1f} s." if pilot.has_fallen else None

    code, time = drive(options, control)
    if code == 0:
        print(f"Walked for {time:.1f} s.")
    return code


if __name__ == "__main__":
    sys.exit(main())
