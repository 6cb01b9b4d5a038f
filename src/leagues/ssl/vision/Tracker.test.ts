import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { fieldBall, fieldRobot, fieldStateAt } from "../../../../testing/builders/FieldStates.js";
import { Hash64 } from "../../../math/Hash64.js";
import type { FieldBall, FieldRobot } from "../FieldState.js";
import { Team } from "../wire/SslCommon_pb.js";
import { TrackerCapability, TrackerWrapperPacketSchema } from "../wire/SslTracker_pb.js";
import { BALL_MODEL } from "./GeometryPacket.js";
import { KickDetection } from "./KickDetection.js";
import { Tracker } from "./Tracker.js";

const STEP = 0.002;
const makeTracker = (seed = 1, epochSec = 0, rateHz = 1 / STEP) => new Tracker({ seed, epochSec, rateHz });
const moving = (x: number, velocity: readonly [number, number, number]): FieldBall => fieldBall(x, 0, { velocity });
const robot = (change: Partial<FieldRobot>): FieldRobot => fieldRobot("yellow", 4, { touchesBall: true, ...change });

/** A ball that lies at a robot's front and is kicked by a plate that needs three steps. */
function* kick(speed: number, up = 0) {
  for (let i = 0; i < 10; i++) yield fieldStateAt(i * STEP, moving(0.0965, [0, 0, 0]), [robot({})]);
  for (let i = 1; i <= 3; i++)
    yield fieldStateAt((9 + i) * STEP, moving(0.0965, [(speed * i) / 3, 0, (up * i) / 3]), [
      robot({ touchesBall: i < 3 }),
    ]);
  for (let i = 0; i < 50; i++)
    yield fieldStateAt((13 + i) * STEP, moving(0.1 + i * speed * STEP, [speed - 0.006 * i, 0, up]), [
      robot({ touchesBall: false }),
    ]);
}

describe("Tracker", () => {
  it("[F3] sends the true state in m, with velocities", () => {
    const tracker = makeTracker(1, 500);
    const ball = fieldBall(1.5, -2, { velocity: [1, 2, 0.5], position: [1.5, -2, 0.25] });
    const robots = [fieldRobot("blue", 7, { x: -1, y: 0.5, orientation: 2, vx: 0.25, vy: -0.5, turn: 3 })];
    tracker.look(fieldStateAt(1));
    const written = toBinary(TrackerWrapperPacketSchema, tracker.look(fieldStateAt(2, ball, robots))!);
    const packet = fromBinary(TrackerWrapperPacketSchema, written);
    expect(packet).toMatchObject({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      sourceName: "ubersim",
      trackedFrame: {
        frameNumber: 1,
        timestamp: 502,
        balls: [{ pos: { x: 1.5, y: -2, z: 0.25 }, vel: { x: 1, y: 2, z: 0.5 }, visibility: 1 }],
        robots: [
          {
            robotId: { id: 7, team: Team.BLUE },
            pos: { x: -1, y: 0.5 },
            orientation: 2,
            vel: { x: 0.25, y: -0.5 },
            velAngular: 3,
            visibility: 1,
          },
        ],
        capabilities: [TrackerCapability.DETECT_FLYING_BALLS, TrackerCapability.DETECT_KICKED_BALLS],
      },
    });
    expect(packet.trackedFrame?.kickedBall).toBeUndefined();
  });

  it("[F3] reports a kick: robot, time, speed, and where the ball will stop", () => {
    const tracker = makeTracker();
    const packets = [...kick(4)].map((fieldState) => tracker.look(fieldState));
    const kicked = packets.at(-1)?.trackedFrame?.kickedBall;
    expect(kicked).toMatchObject({ robotId: { id: 4, team: Team.YELLOW }, vel: { x: 4, y: 0, z: 0 } });
    expect(kicked?.startTimestamp).toBeCloseTo(0.02, 2);
    // the two phases, step by step
    let [x, v, t] = [kicked!.pos!.x, 4, 0];
    for (; v > 0; t += 1e-5) {
      x += v * 1e-5;
      v += 1e-5 * (v > BALL_MODEL.kSwitch * 4 ? BALL_MODEL.accSlide : BALL_MODEL.accRoll);
    }
    expect(kicked?.stopPos?.x).toBeCloseTo(x, 2);
    expect(kicked!.stopTimestamp - kicked!.startTimestamp).toBeCloseTo(t, 2);
  });

  it("[F3] sends at its rate, from frame 0, under a name of the seed", () => {
    const tracker = makeTracker(5, 0, 60);
    const packets = Array.from({ length: 500 }, (_, i) => tracker.look(fieldStateAt(i * STEP)));
    const sent = packets.filter((packet) => packet !== undefined);
    expect(sent.map(({ trackedFrame }) => trackedFrame?.frameNumber)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    const name = (seed: number) => makeTracker(seed).look(fieldStateAt(0))?.uuid;
    expect(name(5)).toBe(sent[0].uuid);
    expect(name(6)).not.toBe(sent[0].uuid);
  });

  it("[F3] a chip has no place to stop", () => {
    const tracker = makeTracker();
    const packets = [...kick(4, 3)].map((fieldState) => tracker.look(fieldState));
    const kicked = packets.at(-1)?.trackedFrame?.kickedBall;
    expect(kicked?.vel).toMatchObject({ x: 4, z: 3 });
    expect([kicked?.stopPos, kicked?.stopTimestamp]).toEqual([undefined, undefined]);
  });
});

describe("KickDetection", () => {
  it("[F3] pushing, dribbling and bouncing are no kicks", () => {
    const kicks = new KickDetection();
    // pushed ever faster
    for (let i = 0; i < 500; i++)
      kicks.look(
        fieldStateAt(i * STEP, moving(i * 0.001, [3 * i * STEP, 0, 0]), [robot({ x: -0.1, vx: 3 * i * STEP })]),
      );
    expect(kicks.kick).toBeUndefined();
    // thrown back at 0.6 of its speed
    for (let i = 0; i < 30; i++)
      kicks.look(
        fieldStateAt(2 + i * STEP, moving(0.1, [i < 15 ? -4 : 2.4, 0, 0]), [robot({ touchesBall: i === 15 })]),
      );
    expect(kicks.kick).toBeUndefined();
  });

  it("[F3] ends with a touch, or when the ball rests", () => {
    for (const end of [
      fieldStateAt(1, moving(3, [2, 0, 0]), [robot({ id: 5, x: 3.1 })]),
      fieldStateAt(9, moving(3, [0, 0, 0]), [robot({ touchesBall: false })]),
      fieldStateAt(1),
    ]) {
      const kicks = new KickDetection();
      for (const fieldState of kick(4)) kicks.look(fieldState);
      expect(kicks.kick?.by).toEqual({ team: "yellow", id: 4 });
      kicks.look(end);
      expect(kicks.kick).toBeUndefined();
    }
  });

  it("[T8] continues from a saved state like the straight run", () => {
    const scenes = [...kick(5)];
    const [one, two] = [makeTracker(), makeTracker()];
    for (const fieldState of scenes.slice(0, 11)) one.look(fieldState);
    two.restore(one.save());
    const hash = (tracker: Tracker): string => {
      const sum = new Hash64();
      tracker.addTo(sum);
      return sum.digest();
    };
    expect(hash(two)).toBe(hash(one));
    for (const fieldState of scenes.slice(11)) expect(two.look(fieldState)).toEqual(one.look(fieldState));
    expect(one.look(fieldStateAt(3))?.trackedFrame?.kickedBall).toBeUndefined();
    expect(hash(two)).not.toBe(hash(one));
  });
});
