"""ÜberSim client in one file, standard library only (Python 3.8 or later).

A client sends the XML document of its robot and drives the robot frame by frame:

    from ubersim import Robot

    with Robot("segway.xml") as robot:           # robot.name, robot.step, robot.components
        speed = 0.0
        for frame in robot:                            # requesting the next frame sends the answer
            lean, rate = frame["Incmeter"] + 0.173, -robot.latest("Imu")[3]
            speed += (1.2 * speed + 11 * lean + 4.3 * rate) * robot.step
            robot.motor("LMotor", axis=2, Vel=speed / 0.236, FMax=80)
            robot.motor("RMotor", axis=2, Vel=speed / 0.236, FMax=80)
            if frame.time - robot.hello["time"] >= 10:
                break

robot.latest("Imu") is the newest value of a sensor that is not in every frame. frame.picture("Cam") and
robot.latest_picture("Cam") are pictures of a camera: picture.color(column, row), picture.save("cam.png"). The loop ends
without an error when the server is stopped (robot.end_reason says so); anything else that goes wrong is a RobotError.

The protocol is described in docs/protocol.md. `python3 ubersim.py ROBOT.xml` connects, lists the robot's components and
prints the newest sample of each sensor.
"""

import argparse
import difflib
import json
import os
import re
import socket
import struct
import sys
import zlib
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Type, Union

__all__ = ["PROPERTY", "Component", "Frame", "NotInFrame", "Picture", "Robot", "RobotError"]

#: Properties of joints, cameras, motors and lamps, numbered as in ODE 0.16; +256 for the second axis, +512 for the third.
PROPERTY: Dict[str, int] = {
    "LoStop": 0, "HiStop": 1, "Vel": 2, "FMax": 5, "FudgeFactor": 6, "Bounce": 7, "CFM": 8,
    "StopERP": 9, "StopCFM": 10, "SuspensionERP": 11, "SuspensionCFM": 12, "ERP": 13,
    "Angle": 32, "Velocity": 33, "Torque": 34, "Kp": 35, "Kd": 36, "MaxVel": 37,
    "Fov": 64, "Brightness": 65, "Rate": 66, "Voltage": 96, "Red": 112, "Green": 113, "Blue": 114,
}  # fmt: skip

#: The same for a robot with <OdeNumbers>2004</OdeNumbers>: Hello says so, and names stay the same.
PROPERTY_2004: Dict[str, int] = {
    **PROPERTY,
    "FMax": 3, "FudgeFactor": 4, "Bounce": 5, "CFM": 6, "StopERP": 7, "StopCFM": 8, "SuspensionERP": 9, "SuspensionCFM": 10,
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
    """An Error message of the server, or a failed connection. The text includes the advice.

    code is a row of docs/errors.md, or CONNECTION_FAILED, CONNECTION_LOST, NOT_IN_FRAME.
    """

    def __init__(self, code: str, message: str, where: str = "", advice: str = "") -> None:
        self._text = message if message.startswith(code) else f"{code}: {message}"
        # messages of the server end with the advice already
        if advice not in self._text:
            self._text += f"{'' if self._text.endswith(('.', '!', '?')) else '.'} {advice}"
        super().__init__(self._text)
        self.code = code
        self.where = where
        self.advice = advice

    def __str__(self) -> str:
        return self._text


class NotInFrame(RobotError, KeyError):
    """No such component (COMPONENT_UNKNOWN), or no sample of it in this frame (NOT_IN_FRAME)."""


class Component(NamedTuple):
    """A device of the robot, from the server's Hello."""

    name: str
    kind: str
    #: Text of its payload: "float32 pitch".
    payload: str
    #: Names of its numbers, without the capture time; empty: only its bytes are available.
    fields: Tuple[str, ...]
    #: True: the capture time precedes its numbers.
    has_stamp: bool
    #: Decodes its bytes.
    layout: Optional[struct.Struct]
    #: Its entry in Hello: unit, rate, latency, width ...
    said: Dict[str, Any]


#: Count and type of the numbers of a pixel.
_PIXEL = {"bgra": (4, "B"), "rgb": (3, "B"), "gray": (1, "B"), "depth": (1, "f"), "segmentation": (1, "H")}


class Picture:
    """A picture of a camera. Rows start at the top; the document sets the format.

    For numpy: np.frombuffer(picture.bytes, picture.dtype).reshape(picture.shape). JPEG and PNG are left as they are:
    their bytes are a file, and they have no shape.
    """

    __slots__ = ("width", "height", "format", "time", "bytes", "_numbers")

    def __init__(self, payload: bytes, component: Component) -> None:
        said = component.said
        if not {"width", "height", "format"} <= said.keys():
            raise RobotError("PAYLOAD_UNREADABLE", f'"{component.name}" is no camera', component.name)
        self.width, self.height = int(said["width"]), int(said["height"])
        #: bgra, rgb, gray, depth, segmentation, jpeg or png.
        self.format = str(said["format"])
        #: Capture time, s; None: the document has no Stamp.
        self.time: Optional[float] = _TIME.unpack_from(payload)[0] if component.has_stamp else None
        #: Bytes of its pixels, or of the file; not a copy.
        self.bytes = memoryview(payload)[_TIME.size if component.has_stamp else 0 :]
        if self.format not in _PIXEL:
            self._numbers: Any = None
            return
        count, letter = _PIXEL[self.format]
        need = self.width * self.height * count * struct.calcsize(letter)
        if len(self.bytes) != need:
            message = f'"{component.name}" sent {len(self.bytes)} bytes of a picture instead of {need}'
            raise RobotError("PAYLOAD_UNREADABLE", message, component.name)
        self._numbers = self.bytes.cast(letter)

    @property
    def shape(self) -> Tuple[int, ...]:
        """Shape for numpy: rows, columns and, if above one, numbers per pixel."""
        count = _PIXEL[self.format][0] if self.format in _PIXEL else 0
        return (self.height, self.width) if count == 1 else (self.height, self.width, count)

    @property
    def dtype(self) -> str:
        """Type of a number for numpy."""
        return {"B": "u1", "f": "<f4", "H": "<u2"}[_PIXEL.get(self.format, (0, "B"))[1]]

    def color(self, column: int, row: int) -> Tuple[int, int, int]:
        """Red, green, blue of a pixel, 0 to 255; row 0 is at the top."""
        at = self._at(column, row, "bgra", "rgb", "gray")
        if self.format == "gray":
            return (self._numbers[at],) * 3
        pixel = self._numbers[at * 3 : at * 3 + 3] if self.format == "rgb" else self._numbers[at * 4 : at * 4 + 3][::-1]
        return tuple(pixel)  # type: ignore[return-value]

    def depth(self, column: int, row: int) -> float:
        """Distance along the viewing axis in a depth picture, m; inf: nothing there."""
        return float(self._numbers[self._at(column, row, "depth")])

    def segment(self, column: int, row: int) -> int:
        """Number of the entity in a segmentation picture; 0: none."""
        return int(self._numbers[self._at(column, row, "segmentation")])

    def _at(self, column: int, row: int, *formats: str) -> int:
        if self.format not in formats:
            raise RobotError("PAYLOAD_UNREADABLE", f"a {self.format} picture is none of {', '.join(formats)}")
        if not (0 <= column < self.width and 0 <= row < self.height):
            raise IndexError(f"pixel {column}, {row} of a picture of {self.width} x {self.height}")
        return row * self.width + column

    def to_rgb(self) -> bytes:
        """Three bytes per pixel, of a colour or gray picture."""
        if self.format == "rgb":
            return bytes(self.bytes)
        self._at(0, 0, "bgra", "gray")
        rgb = bytearray(3 * self.width * self.height)
        for i in range(3):
            rgb[i::3] = self.bytes if self.format == "gray" else self.bytes[2 - i :: 4]
        return bytes(rgb)

    def to_ppm(self) -> bytes:
        """An uncompressed PPM file, which tkinter's PhotoImage(data=...) reads."""
        return b"P6 %d %d 255\n" % (self.width, self.height) + self.to_rgb()

    def to_png(self) -> bytes:
        rgb, line = self.to_rgb(), 3 * self.width
        # each row begins with its filter type: 0, none
        rows = b"".join(b"\0" + rgb[at : at + line] for at in range(0, len(rgb), line))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = (b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
        packed = (struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks)
        return b"\x89PNG\r\n\x1a\n" + b"".join(packed)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes .png or .ppm by the file name; a jpeg or png picture is written as it is."""
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if self.format in ("jpeg", "png"):
            data = bytes(self.bytes)
        elif ending in (".png", ".ppm"):
            data = self.to_png() if ending == ".png" else self.to_ppm()
        else:
            raise ValueError(f"{os.fspath(path)}: a {self.format} picture is saved as .png or .ppm")
        with open(path, "wb") as file:
            file.write(data)


class Frame:
    """The samples of one frame. Like a dict: frame["Imu"], "Imu" in frame, frame.get("Imu").

    A component that sends one number gives a float, one with several a tuple, any other its bytes. Of several samples
    of one component the newest counts; samples() has them all.
    """

    __slots__ = ("time", "missed", "is_reset", "_components", "_payloads")

    def __init__(self, time: float, is_reset: bool, components: Dict[str, Component]) -> None:
        #: Simulated time, s.
        self.time = time
        #: Number of frames that were skipped without an answer.
        self.missed = 0
        #: True: the world was reset since the last frame.
        self.is_reset = is_reset
        self._components = components
        self._payloads: Dict[str, List[bytes]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._payloads

    def __iter__(self) -> Iterator[str]:
        return iter(self._payloads)

    def __getitem__(self, name: str) -> Any:
        return _value(self._components, name, self.bytes(name))

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self._payloads else default

    def bytes(self, name: str) -> bytes:
        """Bytes of the payload."""
        payloads = self._payloads.get(name)
        if payloads is not None:
            return payloads[-1]
        if name not in self._components:
            raise _unknown_component(name, self._components)
        advice = (
            f'Check "{name}" in frame first, or use robot.latest("{name}") for its newest value. '
            f"This frame has {', '.join(self._payloads) or 'no messages'}."
            if self._components[name].payload
            else "It never sends: Hello gives it no payload. A joint sends if the document gives it a <Rate>."
        )
        raise NotInFrame("NOT_IN_FRAME", f'"{name}" sent nothing at t = {self.time:g} s', name, advice)

    def samples(self, name: str) -> List[Value]:
        """All samples of this frame, oldest first."""
        return [_value(self._components, name, payload) for payload in self._payloads.get(name, [])]

    def messages(self, name: str) -> List[bytes]:
        """The bytes of all messages of this frame, oldest first: for a radio."""
        return list(self._payloads.get(name, []))

    def picture(self, name: str) -> Picture:
        """The newest picture of a camera in this frame. Check `name in frame` first: not every frame has one."""
        payload = self.bytes(name)
        if name not in self._components:
            raise _unknown_component(name, self._components)
        return Picture(payload, self._components[name])

    def stamp(self, name: str) -> Optional[float]:
        """Capture time of the newest sample, if the document has a Stamp."""
        payload, component = self.bytes(name), self._components.get(name)
        return _TIME.unpack_from(payload)[0] if component is not None and component.has_stamp else None


class Robot:
    """A robot in the simulation: joins on construction, leaves at the end of the `with` block.

    document: the document itself, or the path of a file that holds it.
    """

    def __init__(self, document: Document, host: str = "127.0.0.1", port: int = 9040) -> None:
        self._buffer = bytearray()
        self._start = 0
        self._answer: List[bytes] = []
        self._heads: Dict[str, bytes] = {}
        self._owes_answer = False
        self._has_left = False
        self._reset_came = False
        self._latest: Dict[str, List[bytes]] = {}
        self._numbers = PROPERTY
        self.hello: Dict[str, Any] = {}
        self.components: Dict[str, Component] = {}
        #: Reason of the end: an Error of the server or a lost connection. None before the end, and after leave().
        self.end_reason: Optional[RobotError] = None
        text = _read_document(document)
        try:
            self._socket = socket.create_connection((host, port))
        except OSError as error:
            raise RobotError(
                "CONNECTION_FAILED",
                f"no connection to {host}:{port}: {error.strerror or error}",
                f"{host}:{port}",
                "Is the server running there? In a checkout `node bin/ubersim.js run` starts one.",
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
        """Name of the robot; differs from the document's if that name was taken."""
        return str(self.hello.get("name", ""))

    @property
    def step(self) -> float:
        """Step of the world, s."""
        return float(self.hello.get("step", 0.0))

    def latest(self, name: str, default: Any = None) -> Any:
        """The newest value of a component, like frame[name], of this or an earlier frame.

        default: for what has not come yet, or not since a reset.
        """
        payloads = self._latest.get(name)
        if payloads is not None:
            return _value(self.components, name, payloads[-1])
        if name not in self.components:
            raise _unknown_component(name, self.components)
        return default

    def latest_picture(self, name: str) -> Optional[Picture]:
        """The newest picture of a camera, of this or an earlier frame; None before the first."""
        payloads = self._latest.get(name)
        if name not in self.components:
            raise _unknown_component(name, self.components)
        return None if payloads is None else Picture(payloads[-1], self.components[name])

    def motor(self, joint: str, axis: int = 1, **properties: float) -> None:
        """Sets several properties of one axis: motor("LMotor", axis=2, Vel=3, FMax=80)."""
        for name, value in properties.items():
            self.set(joint, name, value, axis)

    def set(self, component: str, name: Union[str, int], value: float, axis: int = 1) -> None:
        """Sets one property of a device, by name or number."""
        number = name if isinstance(name, int) else self._numbers.get(name)
        if number is None:
            message = f'there is no property "{name}", only {", ".join(PROPERTY)}'
            raise RobotError("PARAMETER_UNKNOWN", message, component, _did_you_mean(str(name), PROPERTY))
        try:
            payload = _COMMAND.pack(number + 256 * (axis - 1), value)
        except (struct.error, OverflowError) as error:
            message = f"{name} is {value!r}, axis {axis!r}: {error}"
            raise RobotError("TYPE_WRONG", message, component, "Give a number of 32 bits, and a whole number as axis.") from None
        self.send(component, payload)

    def send(self, component: str, payload: bytes = b"") -> None:
        """Sends a message to a component with the answer to this frame."""
        head = self._heads.get(component)
        if head is None:
            head = self._heads[component] = component.encode() + b"\0"
        self._answer.append(_LENGTH.pack(4 + len(head) + len(payload)) + head + payload)

    def timestamp(self, time: float) -> None:
        """Sets the time of the commands that follow; default: the time of the frame."""
        self.send("Timestamp", _TIME.pack(time))

    def leave(self) -> None:
        """Closes the connection instead of answering: the robot leaves before the next step."""
        if self._has_left:
            return
        self._has_left = True
        try:
            # an orderly end, not a reset, so that sent data is not lost
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
        try:
            frame = self._read_frame()
        except RobotError as error:
            self.end_reason = error
            if error.code == "SERVER_STOPPED":
                raise StopIteration from None
            raise
        self._owes_answer = True
        if frame.is_reset:
            self._latest.clear()
        self._latest.update(frame._payloads)
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
            # the reason of the close is in the data that the server sent before; the next read finds it
            pass

    def _read_hello(self) -> None:
        name, payload = self._read_message()
        while name != "Hello":
            name, payload = self._read_message()
        self.hello = _read_json(payload)
        self._numbers = PROPERTY_2004 if self.hello.get("odeNumbers") == "2004" else PROPERTY
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
        """The buffer, with at least `count` unread bytes."""
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


def _value(components: Dict[str, Component], name: str, payload: bytes) -> Value:
    component = components.get(name)
    if component is None or component.layout is None or len(payload) != component.layout.size:
        return payload
    numbers = component.layout.unpack(payload)
    if component.has_stamp:
        numbers = numbers[1:]
    return numbers[0] if len(numbers) == 1 else numbers


def _unknown_component(name: str, known: Dict[str, Component]) -> NotInFrame:
    message = f'the robot has no component "{name}", only {", ".join(known) or "no components"}'
    return NotInFrame("COMPONENT_UNKNOWN", message, name, _did_you_mean(name, known))


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    by_lower = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), by_lower, 1)
    return f'Did you mean "{by_lower[near[0]]}"?' if near else ""


def _read_document(document: Document) -> bytes:
    if isinstance(document, bytes):
        return document
    # a name of a file has neither elements nor lines
    if isinstance(document, str) and ("<" in document or "\n" in document):
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
    any_length = False  # only bytes, as "uint8[] jpeg"
    for part in payload.split(","):
        match = _PART.match(part.strip())
        kind, times, name = match.groups() if match else (None, None, "")
        # a name without a type has the type of the one before it
        letter = _LETTER[kind] if kind else letter
        if letter is None or not (kind or name):
            names, letters = [], ""
            break
        if (name or "").startswith("[]"):
            any_length = True
            break
        names += [name] if times is None else [f"{name}{i}" for i in range(int(times))]
        letters += letter * int(times or 1)
    has_stamp = names[:1] == ["stamp"] and letters[0] == "d"
    if "format" in said or any_length:  # a picture: Picture reads it
        names = []
    fields = tuple(names[1:] if has_stamp else names)
    layout = struct.Struct("<" + letters) if names else None
    return Component(str(said.get("name")), str(said.get("kind")), payload, fields, has_stamp, layout, said)


def main() -> int:
    parser = argparse.ArgumentParser(description="Joins with a robot's document and prints the newest sample of each sensor.")
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
                    senders = [name for name, component in robot.components.items() if component.payload]
                    newest = (f"{name}: {_show(robot.latest(name))}" for name in senders)
                    print(f"t = {frame.time:.3f} s", *newest, sep="  ")
            if robot.end_reason:
                print(robot.end_reason)
    except RobotError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _show(value: Optional[Value]) -> str:
    if value is None:
        return "nothing yet"
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return " ".join(f"{number + 0.0:.4g}" for number in (value if isinstance(value, tuple) else (value,)))


if __name__ == "__main__":
    sys.exit(main())
