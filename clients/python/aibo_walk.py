#!/usr/bin/env python3
"""An AIBO that walks, or walks to the orange ball by its nose camera, or kicks that ball.

Start a world (`node bin/ubersim.js run`), then

    python3 aibo_walk.py                       # forward at 0.25 m/s for 10 s
    python3 aibo_walk.py --forward 0.1 --turn 0.8 --gait UPenn
    python3 aibo_walk.py --ball                # to the ball, in the world `node bin/ubersim.js run legged-league`
    python3 aibo_walk.py --kick paw            # to the ball, and kicks it

It gets up when it has fallen. The library is the package aibo beside this file. Standard library only.
"""

import argparse
import math
import sys

from aibo import GAITS, KICKS, BallEye, BallPlayer, Pilot, search_point
from aibo.legs import within
from ubersim import Frame, Robot
from walk_program import TURNING, Speed, drive, read_options, walk_parser

#: It stops so far from the ball, mm: its paws reach 200 mm ahead of the body's centre.
STOP = 270.0
#: How long it watches the ball after a kick, s.
WATCH = 4.0


class Walk:
    """The commanded velocity."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._pilot, self._options = Pilot(GAITS[options.gait]), options
        #: What the program says at the end, and whether the robot has done what it should.
        self.outcome, self.is_done = "", True

    def step(self, robot: Robot, frame: Frame, time: float) -> bool:
        options = self._options
        # it stands for a second first
        if time > 1:
            self._pilot.walk(options.forward, options.left, options.turn)
        self._pilot.step(robot, frame)
        return False


class BallWalk:
    """To the ball: it stops in front of it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._pilot, self._eye = Pilot(GAITS[options.gait]), BallEye()
        self._is_there_since = math.inf
        self.outcome, self.is_done = "It has not found the ball.", False

    def step(self, robot: Robot, frame: Frame, time: float) -> bool:
        self._eye.look(robot, frame)
        ball = self._eye.ball
        if ball is None or frame.time - self._eye.seen_at > 0.5:
            self._pilot.look_at = (600, 0, -60)
            self._pilot.walk(turn=0.8 if time > 1 else 0.0)
        else:
            ahead, left, _ = self._pilot.look_at = ball
            bearing = math.atan2(left, ahead)
            is_there = ahead < STOP + 10
            forward = within((ahead - STOP) / 450, 0, 0.28) * max(0.0, 1 - abs(bearing))
            self._pilot.walk(forward, turn=0.0 if is_there else within(2 * bearing, -1.2, 1.2))
            self._is_there_since = min(self._is_there_since, time) if is_there else math.inf
            self.outcome = f"The ball is {ahead / 1000:.2f} m ahead and {left / 1000:.2f} m to the left."
        self._pilot.step(robot, frame)
        # there: it ends after a second more
        self.is_done = time - self._is_there_since >= 1
        return self.is_done


class BallKick:
    """To the ball: it kicks once and sees where the ball goes."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._player, self._kicked_at = BallPlayer(options.kick, GAITS[options.gait]), 0.0
        self.outcome, self.is_done = "It has not kicked the ball.", False

    def step(self, robot: Robot, frame: Frame, time: float) -> bool:
        player = self._player
        if player.kicks == 0:
            player.step(robot, frame)
            self._kicked_at = time
            return False
        eye, pilot = player.eye, player.pilot
        eye.look(robot, frame)
        pilot.walk()
        pilot.look_at = eye.ball if frame.time - eye.seen_at < 0.4 else search_point(frame.time)
        pilot.step(robot, frame)
        self.outcome = f"It kicked after {self._kicked_at:.1f} s."
        # a kick takes a second
        if eye.ball and time - self._kicked_at > 1.5 and frame.time - eye.seen_at < 1:
            self.outcome += f" Then it saw the ball {eye.ball[0] / 1000:.2f} m ahead and {eye.ball[1] / 1000:.2f} m to the left."
        self.is_done = time - self._kicked_at >= WATCH
        return self.is_done


def main() -> int:
    speeds = {"forward": Speed(0.25, -0.6, 0.6), "left": Speed(0.0, -0.24, 0.24), "turn": Speed(0.0, -3.7, 3.7, TURNING)}
    parser = walk_parser("An AIBO that walks, or walks to the ball and kicks it.", "aibo.xml", speeds)
    parser.add_argument("--gait", choices=tuple(GAITS), default="PG22", help="parameters of the trot; its largest speeds limit the command")
    parser.add_argument("--ball", action="store_true", help="walk to the orange ball instead")
    parser.add_argument("--kick", choices=("paw", *KICKS), help="walk to the orange ball and kick it")
    options = read_options(parser, speeds, lambda given: 60.0 if given.ball or given.kick else 10.0)
    walk = BallKick(options) if options.kick else BallWalk(options) if options.ball else Walk(options)

    def control(robot: Robot, frame: Frame, time: float) -> None:
        if walk.step(robot, frame, time):
            options.seconds = time

    code, time = drive(options, control)
    if code == 0:
        print(f"Walked for {time:.1f} s. {walk.outcome}".strip())
    return code if walk.is_done else max(code, 1)


if __name__ == "__main__":
    sys.exit(main())
