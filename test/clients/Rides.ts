// Shared by the tests of the clients: scripted sessions (rides) that every client must report in the same way.

import { encodeJson, encodeMessage } from "../../src/session/clients/Codec.js";
import {
  type FakeScript,
  fakeFrame,
  float32,
  float64,
  HELLO,
  joinBytes,
  oneByOne,
  splitAt,
  uint32,
} from "./FakeServer.js";

/** What a client received, as its test program prints it. */
export interface Seen {
  readonly name: string;
  readonly frames: readonly { time: number; missed: number; isReset: boolean; tilt: number; imu: number[] | null }[];
  readonly error: string | null;
}

const extra = joinBytes(
  encodeMessage("Missed", uint32(3)),
  encodeMessage("Imu", joinBytes(float64(0.5), float32(1, 2))),
  encodeMessage("Imu", joinBytes(float64(0.75), float32(3, 4))),
  encodeMessage("Unheard", new Uint8Array([1, 2, 3])),
);

const long = fakeFrame(0.002, 0.25, extra);
/** A frame with everything in it, once for each border between two bytes. */
export const EVERY_BORDER: FakeScript = {
  first: [HELLO, ...oneByOne(long)],
  afterAnswer: Array.from({ length: long.length - 1 }, (_, i) => splitAt(long, i + 1)),
};
export const EVERY_BORDER_FRAMES = long.length;
export const EVERY_BORDER_SEEN = { time: 0.002, missed: 3, isReset: false, tilt: 0.25, imu: [3, 4] };

/** All bytes one by one, Hello too; a reset; an Error; the end. */
export const TROUBLE: FakeScript = {
  first: oneByOne(joinBytes(HELLO, fakeFrame(0.001, 0.5))),
  afterAnswer: [
    [joinBytes(encodeMessage("Reset"), fakeFrame(0, -0.5))],
    [
      joinBytes(
        fakeFrame(0.001, 1),
        encodeJson("Error", { code: "STALLED", message: "STALLED: too slow", where: "CMU-2", advice: "Hurry." }),
      ),
    ],
  ],
  closes: true,
};
export const TROUBLE_SEEN: Seen = {
  name: "CMU-2",
  frames: [
    { time: 0.001, missed: 0, isReset: false, tilt: 0.5, imu: null },
    { time: 0, missed: 0, isReset: true, tilt: -0.5, imu: null },
    { time: 0.001, missed: 0, isReset: false, tilt: 1, imu: null },
  ],
  error: "STALLED CMU-2 Hurry.",
};

/** The server is stopped after the second frame. */
export const STOPPED: FakeScript = {
  first: [HELLO, fakeFrame(0, -0.1)],
  afterAnswer: [
    [fakeFrame(0.001, -0.1)],
    [encodeJson("Error", { code: "SERVER_STOPPED", message: "SERVER_STOPPED: the server stopped", where: "server" })],
  ],
  closes: true,
};

/** The answer of the test programs to every frame: Vel of axis 2 is the tilt, FMax 80, a servo's angle. */
export function answerTo(tilt: number): readonly { name: string; payload: string }[] {
  const command = (property: number, value: number) =>
    Buffer.from(joinBytes(uint32(property), float32(value))).toString("hex");
  return [
    { name: "LMotor", payload: command(258, tilt) },
    { name: "LMotor", payload: command(261, 80) },
    { name: "Knee", payload: command(32, 0.5) },
    { name: "SimEnd", payload: "" },
  ];
}
