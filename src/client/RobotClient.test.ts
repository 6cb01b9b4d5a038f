// The client without a network: the bytes that it sends, and its results from the bytes that it receives.

import { describe, expect, it } from "vitest";
import { encodeJson, encodeMessage, type Message, MessageReader } from "../session/clients/Codec.js";
import { MemoryDuplex } from "./MemoryDuplex.js";
import { RobotClient } from "./RobotClient.js";
import { RobotError } from "./RobotError.js";

const HELLO = {
  protocol: 1,
  name: "CMU-2",
  time: 3,
  step: 0.001,
  seed: 7,
  components: [
    { name: "Tilt", kind: "Inclinometer", payload: "float32 pitch", unit: "rad", rate: 1000 },
    { name: "Pose", kind: "PoseSensor", payload: "float64 stamp, float32 x, float32 y", unit: "m" },
    { name: "Cam", kind: "CameraSensor", payload: "BGRA", width: 2, height: 1 },
    { name: "Eye", kind: "CameraSensor", payload: "float64 stamp, uint8[2] gray", width: 2, height: 1, format: "gray" },
  ],
};

const float64 = (value: number) => new Uint8Array(new Float64Array([value]).buffer);
const float32 = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer);
const join = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
const frame = (time: number, ...inside: Uint8Array[]) =>
  join(encodeMessage("Timestamp", float64(time)), ...inside, encodeMessage("FrameEnd"));

/** A server in name only: keeps what it gets. */
function desk() {
  const sent: Uint8Array[] = [];
  let isGone = false;
  const duplex = new MemoryDuplex({
    receive: (bytes) => sent.push(bytes),
    hangUp: () => {
      isGone = true;
    },
  });
  return { duplex, sent, isGone: () => isGone };
}

async function joined(document: string | undefined = "<Client/>") {
  const server = desk();
  const robot = RobotClient.join(server.duplex, document);
  server.duplex.deliver(encodeJson("Hello", HELLO));
  return { ...server, robot: await robot };
}

function messagesIn(bytes: Uint8Array): Message[] {
  const reader = new MessageReader();
  reader.push(bytes);
  const messages: Message[] = [];
  for (let message = reader.next(); message; message = reader.next()) messages.push(message);
  return messages;
}

describe("RobotClient", () => {
  it("[W1] sends the document and %% in one write, bytes unchanged", async () => {
    const { sent } = await joined("<Client>ü</Client>");
    expect(sent.map((bytes) => new TextDecoder().decode(bytes))).toEqual(["<Client>ü</Client>%%"]);
  });

  it("[W6] reads world, robot and components from Hello", async () => {
    const { robot } = await joined();
    expect([robot.name, robot.step, robot.hello.time, robot.hello.seed]).toEqual(["CMU-2", 0.001, 3, 7]);
    expect([...robot.components.keys()]).toEqual(["Tilt", "Pose", "Cam", "Eye"]);
    expect(robot.components.get("Cam")).toMatchObject({ width: 2, layout: undefined });
  });

  it("[W2] gives events with their frame or the next one; payloads that are not JSON objects are left out", async () => {
    const { robot, duplex } = await joined();
    const drive = { event: "drive", forward: 1, turn: 0 };
    duplex.deliver(encodeJson("Event", { event: "early" }));
    duplex.deliver(
      frame(3, encodeJson("Event", drive), encodeMessage("Event", new Uint8Array([255])), encodeJson("Event", 1)),
    );
    duplex.deliver(frame(3.001));
    expect((await robot.nextFrame())!.events).toEqual([{ event: "early" }, drive]);
    expect((await robot.nextFrame())!.events).toEqual([]);
  });

  it("[W3] gives a frame's numbers, bytes, samples and stamps", async () => {
    const { robot, duplex } = await joined();
    const tilts = [1, 2].map((value) => encodeMessage("Tilt", float32(value)));
    const pose = encodeMessage("Pose", join(float64(2.5), float32(4, 5)));
    duplex.deliver(frame(3, ...tilts, pose, encodeMessage("Cam", new Uint8Array([1, 2, 3]))));
    const seen = (await robot.nextFrame())!;
    expect([seen.time, seen.missed, seen.isReset]).toEqual([3, 0, false]);
    expect(seen.number("Tilt")).toBe(2);
    expect(seen.samples("Tilt")).toEqual([[1], [2]]);
    expect([seen.numbers("Pose"), seen.number("Pose", "y"), seen.stamp("Pose")]).toEqual([[4, 5], 5, 2.5]);
    expect([...seen.bytes("Cam")]).toEqual([1, 2, 3]);
    expect([seen.has("Cam"), seen.has("Knee"), seen.samples("Knee")]).toEqual([true, false, []]);
    expect(seen.names).toEqual(["Tilt", "Tilt", "Pose", "Cam"]);
  });

  it("[W5] gives the stamp of a picture like that of numbers", async () => {
    const { robot, duplex } = await joined();
    duplex.deliver(frame(3, encodeMessage("Eye", join(float64(2.75), new Uint8Array([7, 9])))));
    const seen = (await robot.nextFrame())!;
    expect([seen.stamp("Eye"), seen.picture("Eye").time, [...seen.picture("Eye").bytes]]).toEqual([2.75, 2.75, [7, 9]]);
  });

  it("[W5] the error says why a number is not available", async () => {
    const { robot, duplex } = await joined();
    duplex.deliver(frame(3, encodeMessage("Cam", new Uint8Array(8)), encodeMessage("Pose", new Uint8Array(3))));
    const seen = (await robot.nextFrame())!;
    expect(() => seen.number("Tilt")).toThrow(
      'NOT_IN_FRAME: "Tilt" sent nothing at t = 3 s. Check frame.has("Tilt") first',
    );
    expect(() => seen.number("Titl")).toThrow(
      'COMPONENT_UNKNOWN: the robot has no component "Titl", only Tilt, Pose, Cam, Eye. Did you mean "Tilt"?',
    );
    expect(() => seen.number("Cam")).toThrow('PAYLOAD_UNREADABLE: the numbers of "Cam" cannot be read');
    expect(() => seen.numbers("Pose")).toThrow("3 bytes instead of 16");
    duplex.deliver(frame(4, encodeMessage("Pose", new Uint8Array(16))));
    const next = (await robot.nextFrame())!;
    expect(() => next.number("Pose", "z")).toThrow('no number "z"; there are x, y');
  });

  it("[W3] keeps the newest numbers of a component from any frame; a reset clears them", async () => {
    const { robot, duplex } = await joined();
    const pose = (x: number, y: number) => encodeMessage("Pose", join(float64(2.5), float32(x, y)));
    duplex.deliver(join(frame(3, pose(1, 2), pose(3, 4)), frame(4, encodeMessage("Tilt", float32(5))), frame(5)));
    expect(robot.latest("Pose")).toBeUndefined();
    await robot.nextFrame();
    expect([robot.latest("Pose"), robot.latest("Tilt")]).toEqual([[3, 4], undefined]);
    await robot.nextFrame();
    await robot.nextFrame();
    expect([robot.latest("Pose"), robot.latest("Tilt")]).toEqual([[3, 4], [5]]);
    expect(() => robot.latest("Posse")).toThrow(/COMPONENT_UNKNOWN.*Did you mean "Pose"/);
    const driven = robot.drive(() => robot.latest("Pose")?.[0] === 7);
    duplex.deliver(join(frame(6), frame(7, pose(7, 8))));
    await driven;
    duplex.deliver(join(encodeMessage("Reset"), frame(0)));
    await robot.nextFrame();
    expect(robot.latest("Pose")).toBeUndefined();
  });

  it("[T4] a caller more than 100 frames behind continues with the newest frame and loses no event, reset or SimEnd", async () => {
    const { robot, duplex, sent } = await joined();
    duplex.deliver(frame(0));
    await robot.nextFrame();
    const event = (number: number) => encodeJson("Event", { number });
    duplex.deliver(join(encodeMessage("Reset"), frame(1, event(1), encodeMessage("Tilt", float32(9)))));
    for (let time = 2; time <= 100; time++) duplex.deliver(frame(time));
    expect(sent.length).toBe(1);
    duplex.deliver(frame(101, event(2)));
    const seen = (await robot.nextFrame())!;
    expect([seen.time, seen.missed, seen.isReset]).toEqual([101, 100, true]);
    expect(seen.events).toEqual([{ number: 1 }, { number: 2 }]);
    // of the 100 that were skipped, and of the one that was seen
    expect(sent.slice(1).flatMap(messagesIn).length).toBe(101);
    for (let time = 102; time <= 500; time++) duplex.deliver(frame(time, encodeMessage("Tilt", float32(time))));
    const late = (await robot.nextFrame())!;
    expect(late.time).toBeGreaterThan(400);
    expect(late.time - late.missed).toBe(102);
    expect(robot.latest("Tilt")).toEqual([late.time]);
  });

  it("[W7] when the server stops, every kind of loop ends without an error, and endReason is set", async () => {
    const stopped = { code: "SERVER_STOPPED", message: "SERVER_STOPPED: the end", where: "server" };
    const loops: ((robot: RobotClient) => Promise<unknown>)[] = [
      async (robot) => {
        for await (const _ of robot.frames());
      },
      (robot) => robot.drive(() => undefined),
      async (robot) => {
        while (await robot.nextFrame());
      },
    ];
    for (const loop of loops)
      for (const isLate of [false, true]) {
        const { robot, duplex, isGone } = await joined();
        expect(robot.endReason).toBeUndefined();
        duplex.deliver(frame(3));
        const ended = loop(robot);
        if (isLate) await new Promise((resolve) => setTimeout(resolve, 0));
        duplex.deliver(encodeJson("Error", stopped));
        await ended;
        expect(robot.endReason).toMatchObject(stopped);
        expect(isGone()).toBe(true);
        await robot.leave();
        expect(robot.endReason?.code).toBe("SERVER_STOPPED");
      }
    // before joining there is no robot object to read endReason from
    const { duplex } = desk();
    const joining = RobotClient.join(duplex, "<Client/>");
    duplex.deliver(encodeJson("Error", stopped));
    await expect(joining).rejects.toMatchObject(stopped);
  });

  it("[W3] answers when the next frame is requested, in one write that ends with SimEnd", async () => {
    const { robot, duplex, sent } = await joined();
    duplex.deliver(frame(3));
    await robot.nextFrame();
    robot.timestamp(2.999);
    robot.motor("LMotor", { axis: 2, Vel: 1.5, FMax: 80 });
    robot.set("Knee", "Angle", -0.5);
    robot.set("Knee", 37, 2, 3);
    robot.send("Speaker", new Uint8Array([9]));
    expect(sent.length).toBe(1);
    const next = robot.nextFrame();
    expect(sent.length).toBe(2);
    const shown = messagesIn(sent[1]).map(({ name, payload }) => {
      const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
      if (name === "Timestamp") return [name, view.getFloat64(0, true)];
      return payload.length === 8 ? [name, view.getInt32(0, true), view.getFloat32(4, true)] : [name, ...payload];
    });
    expect(shown).toEqual([
      ["Timestamp", 2.999],
      ["LMotor", 258, 1.5],
      ["LMotor", 261, 80],
      ["Knee", 32, -0.5],
      ["Knee", 549, 2],
      ["Speaker", 9],
      ["SimEnd"],
    ]);
    duplex.deliver(frame(3.001));
    await next;
    void robot.nextFrame();
    expect(messagesIn(sent[2]).map(({ name }) => name)).toEqual(["SimEnd"]);
  });

  it("[W1] gives frames that arrived early one by one, and answers each", async () => {
    const { robot, duplex, sent } = await joined();
    duplex.deliver(join(frame(3), frame(4), frame(5)));
    const times: number[] = [];
    for await (const { time } of robot.frames()) {
      times.push(time);
      if (time === 5) break;
    }
    expect(times).toEqual([3, 4, 5]);
    expect(sent.length).toBe(1 + 2);
  });

  it("[T4] [T8] reports missed frames and a reset once", async () => {
    const { robot, duplex } = await joined();
    duplex.deliver(frame(3, encodeMessage("Missed", new Uint8Array(new Uint32Array([17]).buffer))));
    duplex.deliver(encodeMessage("Reset"));
    duplex.deliver(join(frame(0), frame(0.001)));
    const seen = [await robot.nextFrame(), await robot.nextFrame(), await robot.nextFrame()];
    expect(seen.map((one) => [one!.time, one!.missed, one!.isReset])).toEqual([
      [3, 17, false],
      [0, 0, true],
      [0.001, 0, false],
    ]);
  });

  it("[W7] throws the server's Error with all its fields, after the frames before it", async () => {
    const { robot, duplex, isGone } = await joined();
    const error = { code: "STALLED", message: "STALLED: too slow", where: "CMU", advice: "Hurry." };
    duplex.deliver(join(frame(3), encodeJson("Error", error)));
    expect((await robot.nextFrame())!.time).toBe(3);
    await expect(robot.nextFrame()).rejects.toMatchObject({
      ...error,
      message: "STALLED: too slow. Hurry.",
      name: "RobotError",
    });
    expect(robot.endReason).toMatchObject({ code: "STALLED" });
    expect(isGone()).toBe(true);
  });

  it("[W7] join rejects if the server refuses the document", async () => {
    const { duplex } = desk();
    const robot = RobotClient.join(duplex, "<Clown/>");
    duplex.deliver(encodeJson("Error", { code: "ELEMENT_UNKNOWN", message: "no Clown", where: "Clown" }));
    await expect(robot).rejects.toMatchObject({ code: "ELEMENT_UNKNOWN", message: "ELEMENT_UNKNOWN: no Clown" });
  });

  it("[W7] a close without an Error is CONNECTION_LOST; the error names malformed bytes", async () => {
    const lost = await joined();
    const waiting = lost.robot.nextFrame();
    lost.duplex.hangUp();
    await expect(waiting).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await expect(lost.robot.nextFrame()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    const odd = await joined();
    odd.duplex.deliver(new Uint8Array([1, 0, 0, 0, 0, 0]));
    await expect(odd.robot.nextFrame()).rejects.toMatchObject({ code: "MESSAGE_TOO_SHORT" });
  });

  it("[W3] leave closes instead of sending SimEnd; a waiting loop ends", async () => {
    const { robot, duplex, sent, isGone } = await joined();
    duplex.deliver(frame(3));
    await robot.nextFrame();
    robot.set("Knee", "Vel", 1);
    await robot.leave();
    expect(isGone()).toBe(true);
    expect(sent.length).toBe(1);
    expect(await robot.nextFrame()).toBeUndefined();
    const other = await joined();
    const loop = (async () => {
      for await (const _ of other.robot.frames());
    })();
    await other.robot.leave();
    await loop;
    await other.robot.leave();
  });

  it("[W7] the message contains the advice once, whether or not the server's message has it", () => {
    const fields = { code: "STALLED", where: "CMU", advice: "Hurry." };
    const shown = (message: string) => new RobotError({ ...fields, message }).message;
    expect(shown("STALLED: too slow. Hurry.")).toBe("STALLED: too slow. Hurry.");
    expect(shown("too slow.")).toBe("STALLED: too slow. Hurry.");
    expect(shown("too slow")).toBe("STALLED: too slow. Hurry.");
  });

  it("[W4] refuses a property that does not exist before anything is sent", async () => {
    const { robot } = await joined();
    expect(() => robot.set("Knee", "Angel" as "Angle", 1)).toThrow(/PARAMETER_UNKNOWN.*Did you mean "Angle"/);
    // ODE has it, the server refuses it
    expect(() => robot.set("Knee", "HiVel" as "Vel", 1)).toThrow("PARAMETER_UNKNOWN");
  });

  it("[W3] skips unknown messages, and sends answers of any size", async () => {
    const { robot, duplex, sent } = await joined();
    duplex.deliver(join(encodeMessage("Console", new Uint8Array([1])), frame(3)));
    await robot.nextFrame();
    robot.send("Big", new Uint8Array(100_000).fill(7));
    robot.send("Small", new Uint8Array([1]));
    void robot.nextFrame();
    expect(messagesIn(sent[1]).map(({ name, payload }) => [name, payload.length])).toEqual([
      ["Big", 100_000],
      ["Small", 1],
      ["SimEnd", 0],
    ]);
  });

  it("[P2] drive answers every frame immediately, whether it has arrived or arrives later", async () => {
    const { robot, duplex, sent } = await joined();
    duplex.deliver(join(frame(3), frame(3.001)));
    const seen: number[] = [];
    const done = robot.drive(({ time }) => {
      seen.push(time);
      robot.set("Tilt", 2, time);
      return time >= 3.004;
    });
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (const time of [3.002, 3.003]) {
      duplex.deliver(frame(time));
      // without a turn of the event loop
      expect(seen.at(-1)).toBe(time);
    }
    duplex.deliver(frame(3.004));
    await done;
    expect(seen).toEqual([3, 3.001, 3.002, 3.003, 3.004]);
    // the document, then an answer to all but the last
    expect(sent.slice(1).map((bytes) => messagesIn(bytes).map(({ name }) => name))).toEqual(
      Array.from({ length: 4 }, () => ["Tilt", "SimEnd"]),
    );
    duplex.deliver(frame(3.005));
    expect((await robot.nextFrame())?.time).toBe(3.005);
    expect(sent).toHaveLength(6);
  });

  it("[P2] [W7] drive ends when the robot leaves, at the server's Error, and when the controller throws", async () => {
    const ends = async (
      end: (server: Awaited<ReturnType<typeof joined>>) => void,
      control = (): unknown => undefined,
    ) => {
      const server = await joined();
      server.duplex.deliver(frame(3));
      const done = server.robot.drive(control);
      await new Promise((resolve) => setTimeout(resolve, 0));
      end(server);
      return done.then(
        () => "ended",
        (problem: Error & { code?: string }) => problem.code ?? problem.message,
      );
    };
    expect(await ends(({ robot }) => void robot.leave())).toBe("ended");
    expect(await ends(({ duplex }) => duplex.hangUp())).toBe("CONNECTION_LOST");
    expect(await ends(({ duplex }) => duplex.deliver(encodeJson("Error", { code: "STALLED", message: "late" })))).toBe(
      "STALLED",
    );
    let calls = 0;
    const clumsy = (): void => {
      if (++calls === 2) throw new Error("oops");
    };
    expect(await ends(({ duplex }) => duplex.deliver(frame(3.001)), clumsy)).toBe("oops");
  });
});
