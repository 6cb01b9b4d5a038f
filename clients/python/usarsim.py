"""Client of USARSim's protocol: text lines on TCP 3000, pictures on TCP 5003 (docs/usarsim.md).

Standard library only. As a program it drives a robot and saves a picture:

    python3 usarsim.py --class aibo --joint LFLegRotator --value 0.3 --picture aibo.jpg
    python3 usarsim.py --class segway --left 2 --right 2 --seconds 3
"""

import argparse
import socket
import struct
import sys


def parse_line(line):
    """TYPE {Name Value} ... -> (type, [(name, value), ...])."""
    head, _, rest = line.partition("{")
    blocks = []
    for part in rest.split("{"):
        name, _, value = part.split("}")[0].strip().partition(" ")
        if name:
            blocks.append((name, value.strip()))
    return head.strip(), blocks


class UsarError(Exception):
    """An NFO {Error CODE} line."""


class Robot:
    """A connection of the text protocol: one robot."""

    def __init__(self, host="127.0.0.1", port=3000, timeout=30):
        self.socket = socket.create_connection((host, port), timeout)
        self.rest = b""
        self.status = {}
        self.sensors = {}

    def send(self, command, *blocks):
        text = " ".join([command] + ["{%s %s}" % block for block in blocks])
        self.socket.sendall(text.encode() + b"\r\n")

    def read(self):
        """The next line; keeps the newest STA and SEN."""
        while b"\n" not in self.rest:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("the server closed the connection")
            self.rest += data
        line, _, self.rest = self.rest.partition(b"\n")
        kind, blocks = parse_line(line.decode().strip())
        values = dict(blocks)
        if kind == "NFO" and "Error" in values:
            raise UsarError("%s: %s" % (values["Error"], values.get("Message", "")))
        if kind == "STA":
            self.status = values
        if kind == "SEN":
            self.sensors[values.get("Type"), values.get("Name")] = values
        return kind, blocks

    def wait(self, kind, has=None):
        """Reads until a line of this kind, with a block of this name."""
        while True:
            found, blocks = self.read()
            if found == kind and (has is None or has in dict(blocks)):
                return blocks

    def ask(self, command, kind, *blocks, has=None):
        self.send(command, *blocks)
        return self.wait(kind, has)

    def init(self, class_name, name=None, location=None, rotation=None):
        blocks = [("ClassName", "USARBot." + class_name)]
        if name:
            blocks.append(("Name", name))
        if location:
            blocks.append(("Location", ",".join(map(str, location))))
            blocks.append(("Rotation", ",".join(map(str, rotation or (0, 0, 0)))))
        self.send("INIT", *blocks)
        self.wait("STA")

    def drive(self, left, right):
        self.send("DRIVE", ("Left", left), ("Right", right))

    def joint(self, name, value, order=0):
        self.send("DRIVE", ("Name", name), ("Order", order), ("Value", value))

    def joints(self, angles):
        self.send("MULTIDRIVE", *angles.items())

    @property
    def time(self):
        return float(self.status.get("Time", "nan"))

    def run(self, seconds):
        """Reads lines for this simulated time."""
        end = self.time + seconds
        while self.time < end:
            self.read()

    def close(self):
        self.socket.close()


class Camera:
    """A connection of the image server."""

    def __init__(self, host="127.0.0.1", port=5003, timeout=60):
        self.socket = socket.create_connection((host, port), timeout)

    def _read(self, length):
        data = b""
        while len(data) < length:
            piece = self.socket.recv(length - len(data))
            if not piece:
                raise ConnectionError("the image server closed the connection")
            data += piece
        return data

    def picture(self, region=None):
        """(type, data): type 0 is (width, height, RGB bytes), 1 to 5 are JPEG files. region: x, y, width, height."""
        self.socket.sendall(b"U" + struct.pack(">4I", *region) if region else b"OK")
        kind, length = struct.unpack(">BI", self._read(5))
        data = self._read(length)
        if kind == 0:
            width, height = struct.unpack(">HH", data[:4])
            return kind, (width, height, data[4:])
        return kind, data

    def close(self):
        self.socket.close()


def save(path, kind, data):
    with open(path, "wb") as file:
        if kind == 0:
            file.write(b"P6 %d %d 255\n" % data[:2] + data[2])
        else:
            file.write(data)


def main(arguments):
    parser = argparse.ArgumentParser(description="Drives a robot over USARSim's protocol.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=3000)
    parser.add_argument("--images", type=int, default=5003)
    parser.add_argument("--class", dest="class_name", default="aibo")
    parser.add_argument("--name")
    parser.add_argument("--location", help="x,y,z: x forward, y right, z down")
    parser.add_argument("--left", type=float, help="speed of the left wheels, rad/s")
    parser.add_argument("--right", type=float, help="speed of the right wheels, rad/s")
    parser.add_argument("--joint")
    parser.add_argument("--value", type=float, default=0.0, help="angle of the joint, rad")
    parser.add_argument("--seconds", type=float, default=2.0, help="simulated time")
    parser.add_argument("--picture", help="file for a picture")
    options = parser.parse_args(arguments)
    robot = Robot(options.host, options.port)
    location = options.location and options.location.split(",")
    robot.init(options.class_name, options.name, location)
    if options.left is not None and options.right is not None:
        robot.drive(options.left, options.right)
    if options.joint:
        robot.joint(options.joint, options.value)
    robot.run(options.seconds)
    print("STA", " ".join("%s=%s" % item for item in robot.status.items()))
    for values in robot.sensors.values():
        print("SEN", " ".join("%s=%s" % item for item in values.items()))
    if options.picture:
        camera = Camera(options.host, options.images)
        kind, data = camera.picture()
        save(options.picture, kind, data)
        print("picture of type %d: %s" % (kind, options.picture))
        camera.close()
    robot.close()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (UsarError, OSError) as problem:
        sys.exit("usarsim: %s" % problem)
