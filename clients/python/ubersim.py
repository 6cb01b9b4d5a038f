"""ÜberSim client in one file, standard library only (Python 3.8 or later).

A robot brings its own body, an XML document, and drives it frame by frame:

    from pathlib import Path
    from ubersim import Robot

    with Robot(Path("segway.xml")) as robot:           # robot.name, robot.step, robot.components
        for frame in robot:                            # the answer goes out when the next frame is asked for
            tilt = frame["Incmeter"]
            robot.motor("LMotor", axis=2, Vel=10 * tilt, FMax=80)
            robot.motor("RMotor", axis=2, Vel=10 * tilt, FMax=80)
            if frame.time >= 10:
                break

The protocol is described in docs/protocol.md. `python3 ubersim.py ROBOT.xml` connects, lists the robot's components and
prints what its sensors send.
"""

import argparse
import json
import os
import re
import socket
import struct
import sys
from types import TracebackType
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Type, Union

__all__ = ["PROPERTY", "Component", "Frame", "Robot", "RobotError"]

#: What joints and cameras can be told, numbered as in ODE 0.16; +256 for the second axis, +512 for the third.
PROPERTY: Dict[str, int] = {
    "LoStop": 0, "HiStop": 1, "Vel": 2, "LoVel": 3, "HiVel": 4, "FMax": 5, "FudgeFactor": 6, "Bounce": 7, "CFM": 8,
    "StopERP": 9, "StopCFM": 10, "SuspensionERP": 11, "SuspensionCFM": 12, "ERP": 13,
    "Angle": 32, "Velocity": 33, "Torque": 34, "Kp": 35, "Kd": 36, "MaxVel": 37,
    "Fov": 64, "Brightness": 65, "Rate": 66,
}  # fmt: skip

Document = Union[str, bytes, "os.PathLike[str]"]
Value = Union[float, Tuple[float, ...], bytes]

_LENGTH = struct.Struct("<I")
_TIME = struct.Struct("<d")
_COMMAND = struct.Struct("<if")
_LETTER = {
    "float32": "f", "float64": "d", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
}  # fmt: skip
_PART = re.compile(r"^(?:(float32|float64|u?int8|u?int16|u?int32)(?:\s*\[\s*(\d+)\s*\])?)?\s*(.*)$")


class RobotError(Exception):
    """The server's Error message, or a connection that failed.

    code is a row of docs/errors.md, or CONNECTION_FAILED, CONNECTION_LOST.
    """

    def __init__(self, code: str, message: str, where: str = "", advice: str = "") -> None:
        super().__init__(message if message.startswith(code) else f"{code}: {message}")
        self.code = code
        self.where = where
        self.advice = advice


class Component(NamedTuple):
    """A sensor or joint, as the server's Hello describes it."""

    name: str
    kind: str
    #: What it sends, as text: "float32 pitch".
    payload: str
    #: Names of the numbers that it sends, without the time of capture; empty: only its bytes can be had.
    fields: Tuple[str, ...]
    #: True: the time of capture stands before its numbers.
    has_stamp: bool
    #: How its bytes are read.
    layout: Optional[struct.Struct]
    #: All that Hello says of it: unit, rate, latency, width ...
    said: Dict[str, Any]


class Frame:
    """The sensors at one instant. Like a dict: frame["Imu"], "Imu" in frame, frame.get("Imu").

    A component that sends one number gives a float, one with several a tuple, any other its bytes. Of several samples
    of one component the newest counts; samples() has them all.
    """

    __slots__ = ("time", "missed", "is_reset", "_components", "_payloads")

    def __init__(self, time: float, is_reset: bool, components: Dict[str, Component]) -> None:
        #: Simulated time, s.
        self.time = time
        #: Frames that went by without an answer of ours.
        self.missed = 0
        #: True: the world has been reset; forget what was.
        self.is_reset = is_reset
        self._components = components
        self._payloads: Dict[str, List[bytes]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._payloads

    def __iter__(self) -> Iterator[str]:
        return iter(self._payloads)

    def __getitem__(self, name: str) -> Any:
        return self._value(name, self._payloads[name][-1])

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self._payloads else default

    def bytes(self, name: str) -> bytes:
        """What was sent, as it came."""
        return self._payloads[name][-1]

    def samples(self, name: str) -> List[Value]:
        """Every sample that came with this frame, oldest first."""
        return [self._value(name, payload) for payload in self._payloads.get(name, [])]

    def stamp(self, name: str) -> Optional[float]:
        """When the newest sample was captured, where the document asks for a Stamp."""
        component = self._components[name]
        return _TIME.unpack_from(self._payloads[name][-1])[0] if component.has_stamp else None

    def _value(self, name: str, payload: bytes) -> Value:
        component = self._components.get(name)
        if component is None or component.layout is None or len(payload) != component.layout.size:
            return payload
        numbers = component.layout.unpack(payload)
        if component.has_stamp:
            numbers = numbers[1:]
        return numbers[0] if len(numbers) == 1 else numbers


class Robot:
    """One robot's life: joins on construction, leaves at the end of the `with` block.

    document: the XML itself, or the Path of a file that holds it.
    """

    def __init__(self, document: Document, host: str = "127.0.0.1", port: int = 9040) -> None:
        self._buffer = bytearray()
        self._start = 0
        self._answer: List[bytes] = []
        self._heads: Dict[str, bytes] = {}
        self._owes_answer = False
        self._has_left = False
        self._reset_came = False
        self.hello: Dict[str, Any] = {}
        self.components: Dict[str, Component] = {}
        text = _read_document(document)
        try:
            self._socket = socket.create_connection((host, port))
        except OSError as error:
            raise RobotError(
                "CONNECTION_FAILED",
                f"no connection to {host}:{port}: {error}",
                f"{host}:{port}",
                "Is the server running there? `ubersim run` starts one.",
            ) from error
        try:
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._send(text + b"%%")
            self._read_hello()
        except BaseException:
            self._socket.close()
            raise

    @property
    def name(self) -> str:
        """The robot's; another than the document's where that one was taken."""
        return str(self.hello.get("name", ""))

    @property
    def step(self) -> float:
        """Between two frames of the world, s."""
        return float(self.hello.get("step", 0.0))

    def motor(self, joint: str, axis: int = 1, **properties: float) -> None:
        """Several properties of one axis: motor("LMotor", axis=2, Vel=3, FMax=80)."""
        for name, value in properties.items():
            self.set(joint, name, value, axis)

    def set(self, component: str, name: Union[str, int], value: float, axis: int = 1) -> None:
        """One property of a joint or camera, by name or number."""
        number = name if isinstance(name, int) else PROPERTY.get(name)
        if number is None:
            raise RobotError("PARAMETER_UNKNOWN", f"{name!r} is none of {', '.join(PROPERTY)}", component)
        self.send(component, _COMMAND.pack(number + 256 * (axis - 1), value))

    def send(self, component: str, payload: bytes = b"") -> None:
        """Any message to a component; it goes out with the answer to this frame."""
        head = self._heads.get(component)
        if head is None:
            head = self._heads[component] = component.encode() + b"\0"
        self._answer.append(_LENGTH.pack(4 + len(head) + len(payload)) + head + payload)

    def timestamp(self, time: float) -> None:
        """Commands after this count as given at `time`; without it, at the frame's time."""
        self.send("Timestamp", _TIME.pack(time))

    def leave(self) -> None:
        """Closes instead of answering: the body is gone before the next step."""
        if self._has_left:
            return
        self._has_left = True
        try:
            # a proper end, not a reset: what was sent before still counts
            self._socket.shutdown(socket.SHUT_WR)
            self._socket.settimeout(2.0)
            while self._socket.recv(65536):
                pass
        except OSError:
            pass
        self._socket.close()

    def __iter__(self) -> "Robot":
        return self

    def __next__(self) -> Frame:
        if self._has_left:
            raise StopIteration
        if self._owes_answer:
            self._owes_answer = False
            self.send("SimEnd")
            answer = b"".join(self._answer)
            self._answer.clear()
            self._send(answer)
        frame = self._read_frame()
        self._owes_answer = True
        return frame

    def __enter__(self) -> "Robot":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.leave()

    def _send(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError:
            # why the server has closed stands in what it sent before; the next read finds it
            pass

    def _read_hello(self) -> None:
        name, payload = self._read_message()
        while name != "Hello":
            name, payload = self._read_message()
        self.hello = _read_json(payload)
        self.components = {said["name"]: _component(said) for said in self.hello.get("components", [])}

    def _read_frame(self) -> Frame:
        frame: Optional[Frame] = None
        while True:
            name, payload = self._read_message()
            if name == "Timestamp":
                frame = Frame(_TIME.unpack(payload)[0], self._reset_came, self.components)
                self._reset_came = False
            elif name == "Reset":
                self._reset_came = True
            elif frame is None:
                continue
            elif name == "FrameEnd":
                return frame
            elif name == "Missed":
                frame.missed = _LENGTH.unpack(payload)[0]
            else:
                frame._payloads.setdefault(name, []).append(payload)

    def _read_message(self) -> Tuple[str, bytes]:
        total = _LENGTH.unpack_from(self._need(4), self._start)[0]
        if total < 6:
            raise RobotError("MESSAGE_TOO_SHORT", f"a message of {total} bytes", "server")
        buffer = self._need(total)
        first, last = self._start + 4, self._start + total
        end = buffer.find(0, first, last)
        if end < 0:
            raise RobotError("MESSAGE_UNNAMED", "a name without NUL", "server")
        name, payload = buffer[first:end].decode(), bytes(buffer[end + 1 : last])
        self._start = last
        if name == "Error":
            self.leave()
            said = _read_json(payload)
            code, message = str(said.get("code", "UNKNOWN")), str(said.get("message", ""))
            raise RobotError(code, message, str(said.get("where") or ""), str(said.get("advice") or ""))
        return name, payload

    def _need(self, count: int) -> bytearray:
        """The buffer, with at least `count` bytes that have not been taken."""
        while len(self._buffer) - self._start < count:
            try:
                more = self._socket.recv(65536)
            except OSError as error:
                self.leave()
                raise RobotError("CONNECTION_LOST", f"the connection was closed: {error}", "connection") from error
            if not more:
                self.leave()
                raise RobotError("CONNECTION_LOST", "the connection was closed by the server", "connection")
            del self._buffer[: self._start]
            self._start = 0
            self._buffer += more
        return self._buffer


def _read_document(document: Document) -> bytes:
    if isinstance(document, bytes):
        return document
    if isinstance(document, str):
        return document.encode()
    with open(document, "rb") as file:
        return file.read()


def _read_json(payload: bytes) -> Dict[str, Any]:
    try:
        value = json.loads(payload.decode())
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {"message": payload.decode(errors="replace")}


def _component(said: Dict[str, Any]) -> Component:
    """Reads a payload text such as "float64 stamp, float32 pitch" or "float32 x, y, z"."""
    payload = str(said.get("payload") or "")
    names: List[str] = []
    letters = ""
    letter: Optional[str] = None
    for part in payload.split(","):
        match = _PART.match(part.strip())
        kind, times, name = match.groups() if match else (None, None, "")
        # a name without a type has the type of the one before it
        letter = _LETTER[kind] if kind else letter
        if letter is None or not (kind or name):
            names, letters = [], ""
            break
        names += [name] if times is None else [f"{name}{i}" for i in range(int(times))]
        letters += letter * int(times or 1)
    has_stamp = names[:1] == ["stamp"] and letters[0] == "d"
    fields = tuple(names[1:] if has_stamp else names)
    layout = struct.Struct("<" + letters) if names else None
    return Component(str(said.get("name")), str(said.get("kind")), payload, fields, has_stamp, layout, said)


def main() -> int:
    parser = argparse.ArgumentParser(description="Joins with a robot's document and prints what its sensors send.")
    parser.add_argument("document", help="the robot's XML file")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=9040)
    parser.add_argument("--seconds", type=float, default=1.0, help="of simulated time (default: 1)")
    parser.add_argument("--every", type=float, default=0.1, help="seconds between two lines (default: 0.1)")
    options = parser.parse_args()
    with open(options.document, "rb") as file:
        document = file.read()
    try:
        with Robot(document, options.host, options.port) as robot:
            print(f"{robot.name}: a frame every {robot.step} s")
            for component in robot.components.values():
                print(f"  {component.name} ({component.kind}): {component.payload or 'sends nothing'}")
            start, printed = float(robot.hello.get("time", 0.0)), -1
            for frame in robot:
                if frame.time - start >= options.seconds:
                    break
                line = int((frame.time - start) / options.every + 1e-9)
                if line > printed:
                    printed = line
                    print(f"t = {frame.time:.3f} s", *(f"{name}: {_show(frame[name])}" for name in frame), sep="  ")
    except RobotError as error:
        print(error, error.advice, file=sys.stderr)
        return 1
    return 0


def _show(value: Value) -> str:
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return " ".join(f"{number:.4g}" for number in (value if isinstance(value, tuple) else (value,)))


if __name__ == "__main__":
    sys.exit(main())
