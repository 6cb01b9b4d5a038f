#!/usr/bin/env python3
"""A QRIO that walks, turns and waves.

Start a world (`node bin/ubersim.js run`), then

    python3 qrio_walk.py                       # forward at 0.1 m/s for 15 s
    python3 qrio_walk.py --forward 0.05 --turn 0.4
    python3 qrio_walk.py --forward 0 --wave

The robot is a linear inverted pendulum: with w = sqrt(g / height), its capture point x = c + c' / w runs away from the pressure
point p under the feet, x' = w (x - p). Every frame chooses p within the sole and moves the centre of mass c by c'' = w^2 (c - p);
the swinging foot lands where it catches the capture point. c is measured by joint angles, gyroscope and accelerometer. Lengths are in m,
angles in rad; the axes are forward, left, up. Standard library only. The same in TypeScript, which also withstands pushes:
examples/legged/QrioWalk.ts.
"""

import math
import sys
from typing import Dict, List, Optional, Sequence, Tuple

from ubersim import Frame, Robot
from walk_program import Speed, drive, read_options, within

#: Interval of the frames, s: the document asks for 125 Hz.
FRAME = 0.008
#: Joints of the left leg from the middle between the hips (right: y mirrored), thigh and shank, height of the ankle.
HIP_YAW, HIP = (-0.013, 0.046, 0.023), (0.0, 0.046, 0.0)
THIGH, SHANK, ANKLE, HALF_WIDTH = (0.006, 0.0, -0.111), (-0.006, 0.0, -0.1), 0.049, 0.046
#: Height of the centre of mass; rate of the pendulum, 1/s.
HEIGHT = 0.258
RATE = math.sqrt(9.81 / HEIGHT)
#: Duration of a step, s; lift; middle of the sole before the ankle and how far the pressure point may leave it, m.
STEP, LIFT, SOLE, SOLE_X, SOLE_Y = 0.32, 0.025, 0.01, 0.05, 0.024
WIDTH = 2 * HALF_WIDTH
#: Speed that a servo has beyond what is needed, and its highest, rad/s.
SPARE, FASTEST = 0.3, 7.0
#: Differences that are no tipping of the sole (rad), and no more than servos lag under load (m).
SLACK, LAG = 0.006, 0.0004
#: Shares of a measurement in position and velocity of the estimate.
TRUST, TRUST_RATE = 0.7, 0.35
#: The trunk rights itself as a damped spring, 1/s^2 and 1/s.
RIGHT, DAMP = 12.0, 5.0
LEG = ("HipYaw", "HipRoll", "HipPitch", "Knee", "AnklePitch", "AnkleRoll")
#: Mass and place of head, trunk and arms; masses of hip, thigh, shank, ankle and foot, kg.
UPPER, UPPER_AT = 4.19, (0.0016, 0.0, 0.137)
HIP_MASS, THIGH_MASS, SHANK_MASS, ANKLE_MASS, FOOT_MASS = 0.24, 0.45, 0.35, 0.1, 0.25
MASS = UPPER + 2 * (HIP_MASS + THIGH_MASS + SHANK_MASS + ANKLE_MASS + FOOT_MASS)

Pair = Tuple[float, float]
Vector = Tuple[float, float, float]
Matrix = Tuple[Vector, Vector, Vector]


def turned(x: float, y: float, angle: float) -> Pair:
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def add(a: Sequence[float], b: Sequence[float], share: float = 1.0) -> Vector:
    return a[0] + share * b[0], a[1] + share * b[1], a[2] + share * b[2]


def rotation(axis: str, angle: float) -> Matrix:
    c, s = math.cos(angle), math.sin(angle)
    if axis == "x":
        return (1, 0, 0), (0, c, -s), (0, s, c)
    return ((c, 0, s), (0, 1, 0), (-s, 0, c)) if axis == "y" else ((c, -s, 0), (s, c, 0), (0, 0, 1))


def times(*matrices: Matrix) -> Matrix:
    product = matrices[0]
    for m in matrices[1:]:
        columns = tuple(zip(*m))
        product = tuple(tuple(r[0] * c[0] + r[1] * c[1] + r[2] * c[2] for c in columns) for r in product)  # type: ignore
    return product


def back(m: Matrix) -> Matrix:
    return tuple(zip(*m))  # type: ignore[return-value]


def apply(m: Matrix, v: Sequence[float]) -> Vector:
    return tuple(r[0] * v[0] + r[1] * v[1] + r[2] * v[2] for r in m)  # type: ignore[return-value]


def on_side(side: int, v: Vector) -> Vector:
    return v[0], side * v[1], v[2]


def leg_place(side: int, angles: Sequence[float]) -> Tuple[Vector, Vector, Vector, Matrix]:
    """Hip, knee, ankle (side 1: left, -1: right) in the axes of the pelvis, and the rotation of the foot."""
    yaw, roll, pitch, knee, ankle_pitch, ankle_roll = angles
    base = on_side(side, HIP_YAW)
    block = rotation("z", yaw)
    hip = add(base, apply(block, add(on_side(side, HIP), base, -1)))
    thigh = times(block, rotation("x", roll), rotation("y", pitch))
    shank = times(thigh, rotation("y", knee))
    knee_at = add(hip, apply(thigh, THIGH))
    ankle = add(knee_at, apply(shank, SHANK))
    return hip, knee_at, ankle, times(shank, rotation("y", ankle_pitch), rotation("x", ankle_roll))


def leg_angles(side: int, ankle: Vector, foot: Matrix) -> List[float]:
    """Angles for a place of the ankle in the axes of the pelvis, and a rotation of the foot; as near as the leg can reach."""
    base = on_side(side, HIP_YAW)
    arm = add(on_side(side, HIP), base, -1)
    thigh, shank = math.hypot(*THIGH), math.hypot(*SHANK)
    straight = math.atan2(THIGH[0], -THIGH[2]) + math.atan2(-SHANK[0], -SHANK[2])
    yaw = math.atan2(foot[1][0], foot[0][0])
    angles: List[float] = []
    for _ in range(2):
        # the hip seen from the foot: all pitch axes of a leg are parallel, so the roll of the ankle follows
        hip = apply(back(foot), add(add(base, apply(rotation("z", yaw), arm)), ankle, -1))
        ankle_roll = math.atan2(hip[1], hip[2])
        up = math.hypot(hip[1], hip[2])
        knee = math.acos(within((hip[0] ** 2 + up**2 - thigh**2 - shank**2) / (2 * thigh * shank), -1, 1)) - straight
        above = apply(rotation("y", -knee), (-THIGH[0], 0, -THIGH[2]))
        ankle_pitch = math.atan2(above[0] - SHANK[0], above[2] - SHANK[2]) - math.atan2(hip[0], up)
        fork = times(foot, rotation("x", -ankle_roll))
        yaw = math.atan2(-fork[0][1], fork[1][1])
        pitches = math.atan2(-fork[2][0], fork[2][2])
        hip_roll = math.asin(within(fork[2][1], -1, 1))
        angles = [yaw, hip_roll, pitches - knee - ankle_pitch, knee, ankle_pitch, ankle_roll]
    return angles


def center_of_mass(legs: Dict[int, Sequence[float]]) -> Vector:
    """In the axes of the pelvis, from the middle between the hips."""
    total: Vector = add((0, 0, 0), UPPER_AT, UPPER)
    for side, angles in legs.items():
        hip, knee, ankle, foot = leg_place(side, angles)
        total = add(total, hip, HIP_MASS + THIGH_MASS / 2)
        total = add(total, knee, (THIGH_MASS + SHANK_MASS) / 2)
        total = add(total, ankle, SHANK_MASS / 2 + ANKLE_MASS + FOOT_MASS)
        total = add(total, apply(foot, (0.01, 0, -0.8 * ANKLE)), FOOT_MASS)
    return total[0] / MASS, total[1] / MASS, total[2] / MASS


def sole_of(legs: Dict[int, Sequence[float]], side: int) -> Vector:
    """The point of the sole below the ankle, in the axes of the pelvis."""
    _, _, ankle, foot = leg_place(side, legs[side])
    return add(ankle, apply(foot, (0, 0, -ANKLE)))


def tilt_of(up: Sequence[float]) -> Pair:
    """Roll and pitch, by the direction of up in the axes of a body."""
    return math.atan2(up[1], up[2]), math.asin(within(-up[0], -1, 1))


def beyond(value: float, slack: float) -> float:
    return value - within(value, -slack, slack)


class Print:
    """Where a foot stands: the point below its ankle, and its heading."""

    def __init__(self, x: float, y: float, heading: float = 0.0) -> None:
        self.x, self.y, self.heading = x, y, heading

    def toward(self, other: "Print", share: float) -> "Print":
        mix = lambda a, b: a + (b - a) * share  # noqa: E731
        return Print(mix(self.x, other.x), mix(self.y, other.y), mix(self.heading, other.heading))


class Walk:
    """Angles of both legs, frame by frame. forward and left in m/s, turn in rad/s."""

    def __init__(self) -> None:
        self.forward = self.left = self.turn = 0.0
        self.prints = {1: Print(0, HALF_WIDTH), -1: Print(0, -HALF_WIDTH)}
        self.state, self.stance, self.time, self.lift = "stand", 1, 0.0, 0.0
        self.start = self.goal = self.prints[-1]
        self.center: Pair = (SOLE, 0.0)
        self.velocity: Pair = (0.0, 0.0)
        self.hips: Vector = (0.0, 0.0, HEIGHT - 0.044)
        #: Roll and pitch of the trunk, their rates, and the error of the measured ones.
        self.tilt, self.rates, self.offset = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
        self.sensed = [0.0, 0.0]

    @property
    def heading(self) -> float:
        return (self.prints[1].heading + self.prints[-1].heading) / 2

    @property
    def capture(self) -> Pair:
        return tuple(c + v / RATE for c, v in zip(self.center, self.velocity))  # type: ignore[return-value]

    def stand(self) -> Dict[str, float]:
        """Target angles of the stand, to begin with."""
        return self._angles()

    def step(self, legs: Dict[int, Sequence[float]], tilt: Pair, rates: Pair, touched: Dict[int, bool]) -> Dict[str, float]:
        """Target angles by joint. legs, tilt, rates: measured; touched: whether the sole of a side carries."""
        self._observe(legs, tilt, rates)
        self._choose(legs, touched)
        pressure = self._pressure()
        if self.state == "step" and self.time < 0.85 * STEP:
            self._aim(pressure)
        self._move(pressure)
        return self._angles()

    def _pelvis(self, tilt: Sequence[float], heading: float) -> Matrix:
        return times(rotation("z", heading), rotation("y", tilt[1]), rotation("x", tilt[0]))

    def _observe(self, legs: Dict[int, Sequence[float]], felt: Pair, rates: Pair) -> None:
        """Corrects the estimate by what the robot has measured."""
        sides = [self.stance] if self.state == "step" else [1, -1]
        feet = {side: leg_place(side, legs[side])[3] for side in sides}
        # the tilt by the joints holds while the sole is flat
        flats = [tilt_of([row[2] for row in foot]) for foot in feet.values()]
        sensed = self.sensed
        for i in (0, 1):
            flat = sum(one[i] for one in flats) / len(flats)
            apart = felt[i] - flat - self.offset[i]
            if abs(apart) < 0.04:
                self.offset[i] += FRAME * apart
            off = beyond(apart, SLACK)
            sensed[i] = flat + off
            self.tilt[i] += TRUST * (sensed[i] - self.tilt[i])
            if off != 0:
                self.rates[i] += TRUST * (rates[i] - self.rates[i])
        center, places = center_of_mass(legs), []
        for side in sides:
            foot, turn = self.prints[side], feet[side]
            pelvis = self._pelvis(sensed, foot.heading - math.atan2(turn[1][0], turn[0][0]))
            away = apply(pelvis, add(center, sole_of(legs, side), -1))
            places.append((foot.x + away[0], foot.y + away[1]))
        offs = [beyond(sum(p[i] for p in places) / len(places) - self.center[i], LAG) for i in (0, 1)]
        self.center = (self.center[0] + TRUST * offs[0], self.center[1] + TRUST * offs[1])
        self.velocity = tuple(v + TRUST_RATE * off / FRAME for v, off in zip(self.velocity, offs))  # type: ignore[assignment]

    def _choose(self, legs: Dict[int, Sequence[float]], touched: Dict[int, bool]) -> None:
        wants = self.forward != 0 or self.left != 0 or self.turn != 0
        _, side = self._from_middle(self.capture)
        if self.state == "stand" and wants:
            self.state, self.time, self.stance = "shift", 0.0, 1 if side > 0 else -1
        if self.state == "shift":
            if HALF_WIDTH - catch_width() - self.stance * side < 0.004:
                self._lead()
        elif self.state == "step" and (self.time >= STEP or (self.time > 0.6 * STEP and touched[-self.stance])):
            self.lift = 0.0
            self._land(legs)
            left, right = self.prints[1], self.prints[-1]
            apart, _ = turned(left.x - right.x, left.y - right.y, -self.heading)
            ahead, side = self._from_middle(self.capture)
            if not wants and abs(apart) < 0.02 and abs(ahead) < 0.025 and abs(side) < 0.06:
                self.state = "stand"
            else:
                self.stance = -self.stance
                self._lead()

    def _land(self, legs: Dict[int, Sequence[float]]) -> None:
        """Notes where the swinging foot is."""
        foot, turn = self.prints[self.stance], leg_place(self.stance, legs[self.stance])[3]
        pelvis = self._pelvis(self.sensed, foot.heading - math.atan2(turn[1][0], turn[0][0]))
        away = apply(pelvis, add(sole_of(legs, -self.stance), sole_of(legs, self.stance), -1))
        self.prints[-self.stance] = Print(foot.x + away[0], foot.y + away[1], self.goal.heading)

    def _lead(self) -> None:
        self.state, self.time = "step", 0.0
        self.start = self.goal = self.prints[-self.stance]

    def _from_middle(self, place: Pair) -> Pair:
        left, right = self.prints[1], self.prints[-1]
        x, y = turned(place[0] - (left.x + right.x) / 2, place[1] - (left.y + right.y) / 2, -self.heading)
        return x - SOLE, y

    def _from_sole(self, place: Pair) -> Pair:
        foot = self.prints[self.stance]
        x, y = turned(place[0] - foot.x, place[1] - foot.y, -foot.heading)
        return x - SOLE, y

    def _pressure(self) -> Pair:
        if self.state != "step":
            x, y = self._from_middle(self.capture)
            goal = self.stance * (HALF_WIDTH - catch_width()) if self.state == "shift" else 0.0
            gain = 2.5 if self.state == "shift" else 0.5
            x = within(1.5 * x, -SOLE_X, SOLE_X)
            y = within(y + gain * (y - goal), -HALF_WIDTH - SOLE_Y, HALF_WIDTH + SOLE_Y)
            left, right = self.prints[1], self.prints[-1]
            dx, dy = turned(x + SOLE, y, self.heading)
            return (left.x + right.x) / 2 + dx, (left.y + right.y) / 2 + dy
        foot = self.prints[self.stance]
        x, y = self._from_sole(self.capture)
        growth, decay = math.exp(RATE * STEP), math.exp(-RATE * max(0.0, STEP - self.time))
        end_x = STEP * self.forward * growth / (growth - 1)
        end_y = -self.stance * catch_width() * growth + STEP * self.left * growth / (growth - 1)
        x = within(2 * (x - end_x * decay), -SOLE_X, SOLE_X)
        y = within(2 * (y - end_y * decay), -SOLE_Y, SOLE_Y)
        dx, dy = turned(x + SOLE, y, foot.heading)
        return foot.x + dx, foot.y + dy

    def _aim(self, pressure: Pair) -> None:
        """The foot lands at the capture point of that moment, less its place over the next sole."""
        foot = self.prints[self.stance]
        growth, full = math.exp(RATE * max(0.0, STEP - self.time)), math.exp(RATE * STEP)
        (x, y), (px, py) = self._from_sole(self.capture), self._from_sole(pressure)
        out = -self.stance
        ahead = px + (x - px) * growth - STEP * self.forward / (full - 1)
        side = py + (y - py) * growth + out * catch_width() - STEP * self.left / (full - 1)
        dx, dy = turned(within(ahead, -0.12, 0.12), out * within(out * side, 0.08, 0.16), foot.heading + STEP * self.turn / 2)
        self.goal = Print(foot.x + dx, foot.y + dy, foot.heading + STEP * self.turn)

    def _move(self, pressure: Pair) -> None:
        push = [RATE**2 * (c - p) for c, p in zip(self.center, pressure)]
        self.center = tuple(c + v * FRAME + a * FRAME**2 / 2 for c, v, a in zip(self.center, self.velocity, push))  # type: ignore
        self.velocity = tuple(v + a * FRAME for v, a in zip(self.velocity, push))  # type: ignore
        for i in (0, 1):
            self.rates[i] += FRAME * within(-RIGHT * self.tilt[i] - DAMP * self.rates[i], -8, 8)
            self.tilt[i] += FRAME * self.rates[i]
        self.time += FRAME
        if self.state == "step":
            share = within(self.time / (0.92 * STEP), 0, 1)
            self.prints[-self.stance] = self.start.toward(self.goal, (1 - math.cos(math.pi * share)) / 2)
            self.lift = LIFT * math.sin(math.pi * share)

    def _angles(self) -> Dict[str, float]:
        """The hips go where the centre of mass comes to its place."""
        pelvis = self._pelvis(self.tilt, self.heading)
        level = back(pelvis)
        legs: Dict[int, List[float]] = {}
        for _ in range(6):
            for side, foot in self.prints.items():
                up = ANKLE + (self.lift if self.state == "step" and side != self.stance else 0.0)
                ankle = apply(level, add((foot.x, foot.y, up), self.hips, -1))
                legs[side] = leg_angles(side, ankle, times(level, rotation("z", foot.heading)))
            before = self.hips
            self.hips = add((*self.center, HEIGHT), apply(pelvis, center_of_mass(legs)), -1)
            if math.dist(before, self.hips) < 1e-6:
                break
        names = {1: "Left", -1: "Right"}
        return {f"{names[side]}{joint}": angle for side, leg in legs.items() for joint, angle in zip(LEG, leg)}


def catch_width() -> float:
    """Distance of the capture point from a sole's middle when the foot begins to carry."""
    return WIDTH / (1 + math.exp(RATE * STEP))


class Attitude:
    """Which way is up: the gyroscope turns the last answer, the accelerometer corrects it slowly."""

    def __init__(self) -> None:
        self.up = [0.0, 0.0, 1.0]
        self.rates = [0.0, 0.0, 0.0]

    def sense(self, frame: Frame) -> Tuple[Pair, Pair]:
        """Roll and pitch, and their rates."""
        self.rates = mean_of(frame, "Gyroscope") or self.rates
        (a, b, c), (u, v, w) = self.rates, self.up
        turn = (v * c - w * b, w * a - u * c, u * b - v * a)
        up = [value + FRAME * change for value, change in zip(self.up, turn)]
        force = mean_of(frame, "Accelerometer")
        if force:
            size = math.hypot(*force) or 1.0
            up = [value + FRAME / 10 * (f / size - value) for value, f in zip(up, force)]
        size = math.hypot(*up)
        self.up = [value / size for value in up]
        return tilt_of(self.up), (self.rates[0], self.rates[1])


def mean_of(frame: Frame, sensor: str) -> List[float]:
    """Mean of the samples of a frame, from right, forward, up to forward, left, up."""
    samples = frame.samples(sensor)
    if not samples:
        return []
    x, y, z = (sum(sample[i] for sample in samples) / len(samples) for i in range(3))  # type: ignore[index]
    return [y, -x, z]


def sole_force(robot: Robot, side: str) -> float:
    pads = ("FrontLeft", "FrontRight", "RearLeft", "RearRight")
    return sum(robot.latest(f"{side}{pad}Force", (0, 0.0))[1] for pad in pads)


def wave_angles(time: float) -> Dict[str, float]:
    """The right arm: up within a second, then it waves."""
    share = within(time, 0, 1)
    return {
        "RightShoulderPitch": math.radians(10 - 160 * share),
        "RightShoulderRoll": math.radians(-10 - 25 * share),
        "RightElbow": math.radians(-35 - 15 * share),
        "RightArmYaw": share * math.radians(10 + 30 * math.sin(8 * time)),
    }


def move(robot: Robot, angles: Dict[str, float], seconds: float = FRAME) -> None:
    """Sends angles so that every joint arrives, in even motion, at the next frame; or as near as `seconds` allow."""
    for joint, angle in angles.items():
        now = robot.latest(joint, (0.0,))[0]
        target = now + (angle - now) * min(1.0, FRAME / seconds)
        robot.motor(joint, MaxVel=min(FASTEST, abs(target - now) / FRAME + SPARE), Angle=target)


def main() -> int:
    speeds = {"forward": Speed(0.1, -0.06, 0.12), "left": Speed(0.0, -0.04, 0.04), "turn": Speed(0.0, -0.5, 0.5)}
    options = read_options("A QRIO that walks, turns and waves.", "qrio.xml", speeds, 15.0, {"wave": "wave with the right hand"})
    walk, attitude, names = Walk(), Attitude(), {1: "Left", -1: "Right"}

    def control(robot: Robot, frame: Frame, time: float) -> Optional[str]:
        tilt, rates = attitude.sense(frame)
        touched = {side: sole_force(robot, name) > 8 for side, name in names.items()}
        legs = {side: [robot.latest(f"{name}{joint}", (0.0,))[0] for joint in LEG] for side, name in names.items()}
        if time < 1:
            # it goes into its stand first
            move(robot, walk.stand(), max(FRAME, 1 - time))
            return None
        if time > 1.5:
            walk.forward, walk.left, walk.turn = options.forward, options.left, options.turn
        move(robot, walk.step(legs, tilt, rates, touched))
        if options.wave and time > 2:
            move(robot, wave_angles(time - 2))
        return f"It fell after {time:.1f} s." if abs(tilt[0]) > 1 or abs(tilt[1]) > 1 else None

    code, time = drive(options, control)
    if code == 0:
        print(f"Walked for {time:.1f} s.")
    return code


if __name__ == "__main__":
    sys.exit(main())
