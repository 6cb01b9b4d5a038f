"""Client of the RoboCup Small Size League's protocols for a team: vision, commands, synchronous steps (docs/soccer.md).

Standard library only: the messages are read from the files in proto/. As a program, one robot drives to the ball and shoots at the goal:

    node bin/ubersim.js run soccer-b          # in another terminal
    python3 clients/python/ssl_client.py      # in step with the world: it waits for every answer
    python3 clients/python/ssl_client.py --udp   # as on a real field: vision by multicast, commands by UDP

In a program of your own:

    from ssl_client import SyncTeam

    with SyncTeam("blue") as team:
        commands = []
        while True:
            answer = team.ask(0.016, commands)
            if answer is None:
                break  # the simulator has stopped
            print(answer.ball, answer.robots("blue"))
            commands = [command(1, forward=0.5)]
"""

import argparse
import math
import os
import re
import socket
import struct
import sys

PORTS = {"blue": 10301, "yellow": 10302}
VISION = ("224.5.23.2", 10020)
PROTO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "proto")


# ---- protocol buffers: files in, dictionaries in and out


class Field:
    """A field of a message: its number, label, type and name."""

    def __init__(self, label, kind, name, number):
        self.is_repeated = label == "repeated"
        self.kind = kind
        self.name = name
        self.number = number


VARINTS = {"int32", "int64", "uint32", "uint64", "bool"}
FIXED = {"float": (5, "<f"), "double": (1, "<d"), "fixed32": (5, "<I"), "fixed64": (1, "<Q")}


class Proto:
    """Messages of proto2 files. `encode` and `decode` take and give dictionaries; fields that are not set are missing."""

    def __init__(self, folder=PROTO):
        self.messages = {}
        self.enums = {}
        for name in sorted(os.listdir(folder)):
            if name.endswith(".proto"):
                with open(os.path.join(folder, name), encoding="utf8") as file:
                    self._read(file.read())

    def _read(self, text):
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
        tokens = re.findall(r'"[^"]*"|[\w.+-]+|[{}=;\[\],<>()]', text)
        self._block(tokens, 0, "")

    def _block(self, tokens, at, scope):
        """Reads declarations until the end of a block; returns the place after it."""
        while at < len(tokens) and tokens[at] != "}":
            word = tokens[at]
            if word == "message":
                name = scope + tokens[at + 1]
                self.messages[name] = {}
                at = self._block(tokens, at + 3, name + ".") + 1
            elif word == "enum":
                at = self._enum(tokens, at + 3, scope + tokens[at + 1])
            elif word == "oneof":
                at = self._block(tokens, at + 3, scope) + 1
            elif word in ("required", "optional", "repeated"):
                at = self._field(tokens, at + 1, word, scope)
            elif scope and at + 2 < len(tokens) and tokens[at + 2] == "=":
                at = self._field(tokens, at, "optional", scope)
            else:
                at = self._end(tokens, at)
        return at

    def _enum(self, tokens, at, name):
        values = {}
        while tokens[at] != "}":
            if tokens[at + 1] == "=":
                values[int(tokens[at + 2], 0)] = tokens[at]
            at = self._end(tokens, at)
        self.enums[name] = values
        return at + 1

    def _field(self, tokens, at, label, scope):
        kind, name, _, number = tokens[at : at + 4]
        self.messages[scope[:-1]][int(number)] = Field(label, kind, name, int(number))
        return self._end(tokens, at)

    @staticmethod
    def _end(tokens, at):
        while tokens[at] != ";":
            at += 1
        return at + 1

    def _find(self, table, kind, scope):
        """A type by its name, from the inner scope outwards."""
        parts = scope.split(".")
        for count in range(len(parts), -1, -1):
            name = ".".join(parts[:count] + [kind])
            if name in table:
                return name
        return None

    def encode(self, name, values):
        fields = {field.name: field for field in self.messages[name].values()}
        unknown = set(values) - set(fields)
        if unknown:
            raise KeyError("%s has no field %s; it has %s" % (name, ", ".join(unknown), ", ".join(fields)))
        out = b""
        for field in sorted(fields.values(), key=lambda one: one.number):
            if field.name not in values:
                continue
            given = values[field.name]
            for value in given if field.is_repeated else [given]:
                out += self._encode_one(name, field, value)
        return out

    def _encode_one(self, scope, field, value):
        kind, key = field.kind, field.number << 3
        if kind in FIXED:
            wire, form = FIXED[kind]
            return varint(key | wire) + struct.pack(form, value)
        enum = self._find(self.enums, kind, scope)
        if kind in VARINTS or enum:
            if enum and isinstance(value, str):
                value = next(number for number, text in self.enums[enum].items() if text == value)
            return varint(key) + varint(int(value))
        message = self._find(self.messages, kind, scope)
        data = self.encode(message, value) if message else value.encode() if isinstance(value, str) else bytes(value)
        return varint(key | 2) + varint(len(data)) + data

    def decode(self, name, data):
        fields, out, at = self.messages[name], {}, 0
        while at < len(data):
            key, at = read_varint(data, at)
            wire, field = key & 7, fields.get(key >> 3)
            if wire == 0:
                raw, at = read_varint(data, at)
            elif wire == 2:
                length, at = read_varint(data, at)
                raw, at = data[at : at + length], at + length
            elif wire in (1, 5):
                length = 8 if wire == 1 else 4
                raw, at = data[at : at + length], at + length
            else:
                raise ValueError("a message of %s with the wire type %d" % (name, wire))
            if field is None:
                continue
            value = self._decode_one(name, field, raw)
            if field.is_repeated:
                # numbers may be packed into one entry
                out.setdefault(field.name, []).extend(value if isinstance(value, list) else [value])
            else:
                out[field.name] = value
        return out

    def _decode_one(self, scope, field, raw):
        kind = field.kind
        if kind in FIXED:
            form = FIXED[kind][1]
            size = struct.calcsize(form)
            values = [struct.unpack_from(form, raw, at)[0] for at in range(0, len(raw), size)]
            return values if field.is_repeated and len(values) != 1 else values[0]
        if isinstance(raw, int):
            if kind == "bool":
                return raw != 0
            enum = self._find(self.enums, kind, scope)
            if enum:
                return self.enums[enum].get(raw, raw)
            return raw - (1 << 64) if kind.startswith("int") and raw >> 63 else raw
        if kind == "string":
            return raw.decode("utf8", "replace")
        message = self._find(self.messages, kind, scope)
        return self.decode(message, raw) if message else bytes(raw)


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varint(data, at):
    """Returns the number and the place after it; raises IndexError where the data ends before."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


# ---- what a team sends and sees


def command(robot, forward=None, left=0.0, turn=0.0, kick_speed=None, kick_angle=None, dribbler_speed=None):
    """RobotCommand: velocity in the robot's frame, m/s and rad/s counter-clockwise; kick in m/s and degrees; dribbler in turns a minute."""
    out = {"id": robot}
    if forward is not None:
        out["move_command"] = {"local_velocity": {"forward": forward, "left": left, "angular": turn}}
    for name, value in (("kick_speed", kick_speed), ("kick_angle", kick_angle), ("dribbler_speed", dribbler_speed)):
        if value is not None:
            out[name] = value
    return out


class Robot:
    """A detected robot: m and rad."""

    def __init__(self, seen):
        self.id = seen.get("robot_id")
        self.x, self.y = seen["x"] / 1000, seen["y"] / 1000
        self.orientation = seen.get("orientation", 0.0)


class Sight:
    """What the cameras see at one instant. `geometry`: the newest one received."""

    def __init__(self, detections, answer, geometry):
        self.detections = detections
        self.feedback = answer.get("feedback", [])
        self.errors = answer.get("errors", [])
        self.geometry = geometry

    @property
    def ball(self):
        """x, y in m of the ball that is seen best; None: it is not seen."""
        balls = [ball for frame in self.detections for ball in frame.get("balls", [])]
        best = max(balls, key=lambda one: one["confidence"], default=None)
        return best and (best["x"] / 1000, best["y"] / 1000)

    def robots(self, team):
        """Robots of a team by number."""
        seen = [Robot(one) for frame in self.detections for one in frame.get("robots_" + team, [])]
        return {robot.id: robot for robot in seen}


class SyncTeam:
    """Synchronous steps over TCP: the world does not move until every synchronous client has asked for the next stretch of time."""

    def __init__(self, team="blue", host="127.0.0.1", port=None, proto=None):
        self.proto = proto or Proto()
        self.geometry = None
        self.rest = b""
        try:
            self.socket = socket.create_connection((host, port or PORTS[team]), 30)
        except OSError as problem:
            hint = "Is a soccer world running there? In a checkout: node bin/ubersim.js run soccer-b"
            raise ConnectionError("%s:%d: %s. %s" % (host, port or PORTS[team], problem, hint)) from None
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(None)

    def ask(self, sim_step, commands=()):
        """Advances by so many seconds. Returns a Sight; None: the simulator has stopped."""
        return self.exchange({"sim_step": sim_step, "robot_control": {"robot_commands": list(commands)}})

    def exchange(self, request):
        """The same with a SimulationSyncRequest of your own: teleports, settings, wheel speeds."""
        data = self.proto.encode("SimulationSyncRequest", request)
        try:
            self.socket.sendall(varint(len(data)) + data)
            answer = self._receive()
        except (ConnectionResetError, BrokenPipeError):
            answer = None
        if answer is None:
            return None
        found = self.proto.decode("SimulationSyncResponse", answer)
        self.geometry = found.get("geometry", self.geometry)
        return Sight(found.get("detection", []), found.get("robot_control_response", {}), self.geometry)

    def _receive(self):
        while True:
            try:
                length, at = read_varint(self.rest, 0)
                if len(self.rest) >= at + length:
                    message, self.rest = self.rest[at : at + length], self.rest[at + length :]
                    return message
            except IndexError:
                pass
            more = self.socket.recv(1 << 16)
            if not more:
                return None
            self.rest += more

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class UdpTeam:
    """As on a real field: vision by multicast, commands by UDP. `see` waits for the next frame of each camera."""

    def __init__(self, team="blue", host="127.0.0.1", port=None, vision=VISION, interface="0.0.0.0", proto=None):
        self.proto = proto or Proto()
        self.target = (host, port or PORTS[team])
        self.geometry = None
        self.frames = {}
        self.sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.vision = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.vision.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            self.vision.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self.vision.bind(("", vision[1]))
        group = struct.pack("4s4s", socket.inet_aton(vision[0]), socket.inet_aton(interface))
        self.vision.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
        # vision of a simulator on this machine comes by loopback
        if interface == "0.0.0.0":
            try:
                local = struct.pack("4s4s", socket.inet_aton(vision[0]), socket.inet_aton("127.0.0.1"))
                self.vision.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, local)
            except OSError:
                pass

    def see(self, timeout=5.0):
        """Waits for the next detection frame; returns what all cameras saw last. None: nothing came in this time, s."""
        self.vision.settimeout(timeout)
        while True:
            try:
                data = self.vision.recv(1 << 16)
            except socket.timeout:
                return None
            packet = self.proto.decode("SSL_WrapperPacket", data)
            self.geometry = packet.get("geometry", self.geometry)
            frame = packet.get("detection")
            if frame:
                self.frames[frame["camera_id"]] = frame
                return Sight(list(self.frames.values()), {}, self.geometry)

    def send(self, commands):
        data = self.proto.encode("RobotControl", {"robot_commands": list(commands)})
        self.sender.sendto(data, self.target)

    def close(self):
        self.sender.close()
        self.vision.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


# ---- a robot that drives to the ball and shoots

BEHIND = 0.25  # m behind the ball, seen from the goal
KICK = 5.0  # m/s


def turned(angle):
    return math.atan2(math.sin(angle), math.cos(angle))


def limited(x, y, most):
    size = math.hypot(x, y)
    return (x, y) if size <= most else (x * most / size, y * most / size)


def shoot(robot, ball, goal):
    """The command of a robot: first behind the ball on the line to the goal, then through the ball with the kicker armed."""
    aim = math.atan2(goal[1] - ball[1], goal[0] - ball[0])
    # the ball in the frame of the shot: `ahead` towards the goal, `aside` to the left
    dx, dy = ball[0] - robot.x, ball[1] - robot.y
    ahead = dx * math.cos(aim) + dy * math.sin(aim)
    aside = -dx * math.sin(aim) + dy * math.cos(aim)
    is_behind = ahead > 0.05 and abs(aside) < 0.03 and abs(turned(aim - robot.orientation)) < 0.2
    if is_behind:
        to_x, to_y = ball
    else:
        # around the ball where the robot is in front of it
        away = BEHIND if ahead > 0 else 0.35
        side = 0.0 if ahead > 0.1 else math.copysign(0.3, -aside)
        to_x = ball[0] - away * math.cos(aim) - side * math.sin(aim)
        to_y = ball[1] - away * math.sin(aim) + side * math.cos(aim)
    vx, vy = limited(3 * (to_x - robot.x), 3 * (to_y - robot.y), 1.5)
    if is_behind:
        vx, vy = 0.8 * math.cos(aim), 0.8 * math.sin(aim)
    cos, sin = math.cos(robot.orientation), math.sin(robot.orientation)
    return command(
        robot.id,
        forward=vx * cos + vy * sin,
        left=-vx * sin + vy * cos,
        turn=max(-6.0, min(6.0, 5 * turned(aim - robot.orientation))),
        kick_speed=KICK if is_behind else 0.0,
    )


def next_commands(sight, options):
    ball, robot = sight.ball, sight.robots(options.team).get(options.robot)
    if ball is None or robot is None:
        return []
    length = (sight.geometry or {}).get("field", {}).get("field_length", 9000) / 1000
    goal = (options.side * length / 2, 0.0)
    return [shoot(robot, ball, goal)]


def main():
    parser = argparse.ArgumentParser(description="One robot drives to the ball and shoots at the goal.")
    parser.add_argument("--team", choices=sorted(PORTS), default="blue")
    parser.add_argument("--robot", type=int, default=1, help="its number (default 1)")
    parser.add_argument("--side", type=int, choices=(-1, 1), help="the goal at -x or +x (default: blue shoots at +x)")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="default 10301 for blue, 10302 for yellow")
    parser.add_argument("--udp", action="store_true", help="vision by multicast and commands by UDP, without steps")
    parser.add_argument("--vision-port", type=int, default=VISION[1])
    parser.add_argument("--proto", default=PROTO, help="folder of the .proto files")
    options = parser.parse_args()
    options.side = options.side or (1 if options.team == "blue" else -1)
    proto = Proto(options.proto)
    fastest, last, commands, began = 0.0, None, [], None
    if options.udp:
        team = UdpTeam(options.team, options.host, options.port, (VISION[0], options.vision_port), proto=proto)
    else:
        team = SyncTeam(options.team, options.host, options.port, proto=proto)
    with team:
        while True:
            sight = team.see() if options.udp else team.ask(0.016, commands)
            if sight is None:
                print("no vision" if options.udp else "the simulator has stopped")
                break
            for error in sight.errors:
                print("error: %(message)s" % {"message": "?", **error}, file=sys.stderr)
            if not sight.detections:
                continue
            now = max(frame["t_capture"] for frame in sight.detections)
            began = now if began is None else began
            ball = sight.ball
            if ball and last and now > last[0]:
                fastest = max(fastest, math.dist(ball, last[1]) / (now - last[0]))
            if ball and (last is None or now > last[0]):
                last = (now, ball)
            if now - began > options.seconds:
                break
            commands = next_commands(sight, options)
            if options.udp:
                team.send(commands)
    if last:
        print("ball at %.2f %.2f m, fastest %.1f m/s" % (*last[1], fastest))


if __name__ == "__main__":
    main()
