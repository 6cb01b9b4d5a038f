// The states of a session and the transitions between them, without a simulation.

import { expect, test } from "vitest";
import { boxRobot } from "../../../testing/builders/BoxRobot.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { SimError } from "../../describe/SimError.js";
import { World } from "../../world/World.js";
import { encodeMessage, MessageReader } from "./Codec.js";
import type { Link } from "./Link.js";
import { Session } from "./Session.js";
import { DEFAULT_SESSION_LIMITS } from "./SessionLimits.js";

async function setUp() {
  const world = await World.create();
  const sent = new MessageReader();
  const link: Link = { send: (bytes) => sent.push(bytes), end: () => {}, backlog: 0, isLocal: true };
  const describe = (text: string) => readRobotDocument(text, { kinds: world.devices }).robot;
  const options = { id: 7, link, limits: DEFAULT_SESSION_LIMITS, documentBytes: 1e6, describe };
  const nextName = () => sent.next()?.name;
  return { world, session: new Session(options, 0), nextName };
}

const document = new TextEncoder().encode(`${boxRobot()}%%`);

test("describing, waiting, running, closed: each state has its own data", async () => {
  const { world, session, nextName } = await setUp();
  expect(session).toMatchObject({ state: "describing", name: "client 7", description: undefined, robot: undefined });
  session.receive(document);
  expect(session).toMatchObject({ state: "waiting", name: "Box", robot: undefined, owes: false });
  const robot = world.join(session.description ?? expect.fail("no description"));
  session.join(robot);
  expect(session).toMatchObject({ state: "running", name: "Box", robot, owes: false, missed: 0 });
  session.openFrame(0, 0, 5);
  expect(session).toMatchObject({ owes: true, sentMs: 5 });
  session.receive(encodeMessage("SimEnd"));
  expect(session.owes).toBe(false);
  const error = new SimError("REMOVED", { where: "Box", found: "remove Box" });
  session.fail(error);
  expect(session).toMatchObject({ state: "closed", name: "Box", robot, error, owes: false });
  expect([nextName(), nextName(), nextName(), nextName()]).toEqual(["Timestamp", "FrameEnd", "Error", undefined]);
});

test("a cancelled start leads back to waiting", async () => {
  const { world, session } = await setUp();
  session.receive(document);
  session.join(world.join(session.description ?? expect.fail("no description")));
  session.unjoin();
  expect(session).toMatchObject({ state: "waiting", name: "Box", robot: undefined });
});

test("transitions that do not exist are internal errors", async () => {
  const { world, session } = await setUp();
  expect(() => session.unjoin()).toThrow("unjoin of a describing session");
  session.receive(document);
  const description = session.description ?? expect.fail("no description");
  expect(() => session.begin(description)).toThrow("begin of a waiting session");
  const robot = world.join(description);
  session.join(robot);
  expect(() => session.join(robot)).toThrow("join of a running session");
});

test("frames, events and answers have no effect outside of running", async () => {
  const { world, session, nextName } = await setUp();
  const robot = world.join(readRobotDocument(boxRobot(), { kinds: world.devices }).robot);
  session.openFrame(0, 0, 5);
  session.queueMessage("Event", { event: "drive" });
  session.missFrame();
  session.commit();
  session.restart(robot, 0, 0, 5);
  expect(session).toMatchObject({ state: "describing", missed: 0, sentMs: 0 });
  expect(nextName()).toBeUndefined();
});

test("the end of the connection closes a session without an error", async () => {
  const { session } = await setUp();
  session.hangUp();
  expect(session).toMatchObject({ state: "closed", name: "client 7", error: undefined });
  session.receive(document);
  expect(session.state).toBe("closed");
});

test("[M8] a document that is read elsewhere: messages after it wait, and a client that has left is forgotten", async () => {
  const { world } = await setUp();
  const robot = readRobotDocument(boxRobot(), { kinds: world.devices }).robot;
  let settle = (): void => {};
  const read = new Promise<typeof robot>((resolve) => {
    settle = () => resolve(robot);
  });
  let woken = 0;
  const make = (): Session => {
    const link: Link = { send: () => {}, end: () => {}, backlog: 0, isLocal: true };
    const more = { describe: () => read, afterRead: () => woken++ };
    return new Session({ id: 7, link, limits: DEFAULT_SESSION_LIMITS, documentBytes: 1e6, ...more }, 0);
  };
  const [session, other] = [make(), make()];
  for (const one of [session, other]) one.receive(document);
  expect(session.state).toBe("describing");
  session.receive(encodeMessage("SimEnd"));
  other.hangUp();
  expect(other.state).toBe("closed");
  settle();
  await new Promise((resolve) => setImmediate(resolve));
  expect(session).toMatchObject({ state: "waiting", name: "Box" });
  expect(other.state).toBe("closed");
  expect(woken).toBe(1);
  session.join(world.join(robot));
  session.openFrame(0, 0, 5);
  // the answer was sent while the document was read
  expect(session.owes).toBe(false);
  world.dispose();
});

test("[W1] a link may read all chunks into one buffer: nothing of a chunk is needed after `receive`", async () => {
  const stream = new Uint8Array([...document, ...Array.from({ length: 5 }, () => [...encodeMessage("SimEnd")]).flat()]);
  for (const length of [1, 2, 3, 7, 10, 11, 12, 23, 100, stream.length]) {
    const { session, world } = await setUp();
    const buffer = new Uint8Array(length);
    for (let at = 0; at < stream.length; at += length) {
      const bytes = stream.subarray(at, at + length);
      buffer.set(bytes);
      session.receive(buffer.subarray(0, bytes.length));
      buffer.fill(0xff);
    }
    session.join(world.join(session.description as RobotDescription));
    for (let frame = 0; frame < 5; frame++) {
      session.openFrame(frame, 0, 0);
      expect(session).toMatchObject({ error: undefined, owes: false });
      session.commit();
    }
    session.openFrame(5, 0, 0);
    expect(session.owes).toBe(true);
    world.dispose();
  }
});
