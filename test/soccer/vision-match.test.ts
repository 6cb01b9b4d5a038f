// Vision and tracker of a real match with physics and kicker (F3, F4).

import { expect, it } from "vitest";
import { fieldIn } from "../../src/leagues/ssl/field/SoccerFieldElement.js";
import { Referee } from "../../src/leagues/ssl/referee/Referee.js";
import { REALISM_PRESETS, visionRateOf } from "../../src/leagues/ssl/vision/Realism.js";
import type { TrackedFrame } from "../../src/leagues/ssl/wire/SslTracker_pb.js";
import type { SSL_DetectionFrame } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { readSoccerWorld, SoccerMatch } from "../../testing/builders/SoccerMatch.js";

const tracked = (soccer: SoccerMatch): readonly TrackedFrame[] =>
  soccer.packets.flatMap(({ channel, message }) =>
    channel === "tracker" && message.trackedFrame ? [message.trackedFrame] : [],
  );
const detected = (soccer: SoccerMatch): readonly SSL_DetectionFrame[] =>
  soccer.packets.flatMap(({ channel, message }) =>
    channel === "vision" && message.detection ? [message.detection] : [],
  );

it("[F3] [F4] a kick: tracker and vision report the same ball, the tracker also the kicker and where the ball stops", async () => {
  const soccer = await SoccerMatch.create({ epochSec: 100 }, { robots: (name) => name === "Blue-5" });
  soccer.control({ teleportRobot: [{ id: { id: 5, team: 2 }, x: -0.096, y: 0.8, orientation: 0 }] });
  soccer.control({ teleportBall: { x: 0, y: 0.8, z: 0, vx: 0, vy: 0, vz: 0 } });
  soccer.step(0.3);
  expect(tracked(soccer).every(({ kickedBall }) => kickedBall === undefined)).toBe(true);
  soccer.tell("blue", { id: 5, kickSpeed: 3 });
  soccer.step(0.4);
  const { kickedBall } = tracked(soccer).at(-1)!;
  expect(kickedBall?.robotId).toMatchObject({ id: 5, team: 2 });
  expect(kickedBall?.vel?.x).toBeCloseTo(3, 1);
  expect(kickedBall?.startTimestamp).toBeCloseTo(100.3, 1);

  // the same time, the same position
  const frames = detected(soccer).filter(({ balls }) => balls.length > 0);
  for (const { tCapture, balls } of frames) {
    const other = tracked(soccer).find(({ timestamp }) => Math.abs(timestamp - tCapture) < 1e-6)!;
    expect(Math.abs(balls[0].x - other.balls[0].pos!.x * 1000)).toBeLessThan(1);
  }
  expect(frames.length).toBeGreaterThan(40);

  // the ball stops at the predicted place, if the wall is farther
  const { x: stopX } = kickedBall!.stopPos!;
  soccer.step(1);
  const ball = soccer.ball;
  const left = (ball.velocity[0] * ball.velocity[0]) / (2 * 0.3);
  expect(Math.abs(ball.position[0] + left - stopX)).toBeLessThan(0.1 * stopX);
  soccer.close();
});

it.each([
  [30, 2.5],
  [60, 4],
])(
  "[F3] the tracker predicts where a chip of %s° stops once the ball rolls, and not before",
  async (kickAngle, kickSpeed) => {
    const soccer = await SoccerMatch.create({ visionRateHz: 500 }, { robots: (name) => name === "Blue-5" });
    soccer.control({ teleportRobot: [{ id: { id: 5, team: 2 }, x: -3.096, y: 0.8, orientation: 0 }] });
    soccer.control({ teleportBall: { x: -3, y: 0.8, z: 0, vx: 0, vy: 0, vz: 0 } });
    soccer.step(0.1);
    soccer.tell("blue", { id: 5, kickSpeed, kickAngle });
    soccer.step(2.5);
    const kicked = tracked(soccer).filter(({ kickedBall }) => kickedBall);
    const first = kicked.findIndex(({ kickedBall }) => kickedBall?.stopPos);
    const highest = kicked.findIndex(({ balls }) => (balls[0].pos?.z ?? 0) > 0.06);
    expect(highest).toBeGreaterThan(0);
    expect(first).toBeGreaterThan(highest);
    // from then on in every packet, always the same place
    const stops = kicked.slice(first).map(({ kickedBall }) => kickedBall?.stopPos?.x);
    expect(new Set(stops).size).toBe(1);
    const [stopX] = stops as number[];
    const { stopTimestamp } = kicked[first].kickedBall!;
    soccer.step(stopTimestamp - soccer.world.timeSec);
    expect(soccer.ball.position[0]).toBeCloseTo(stopX, 1);
    expect(soccer.ball.velocity[0]).toBeLessThan(0.1);
    soccer.close();
  },
);

it("[F3] [F5] a ball kicked back before it has touched the robot: a kick for the tracker, a touch for the referee", async () => {
  const soccer = await SoccerMatch.create({ referee: begun() }, { robots: (name) => name === "Blue-5" });
  soccer.control({ teleportRobot: [{ id: { id: 5, team: 2 }, x: 4, y: 2.6, orientation: Math.PI / 2 }] });
  soccer.control({ teleportBall: { x: 4, y: 2.9, z: 0, vx: 0, vy: -3, vz: 0, roll: true } });
  let touches = 0;
  let slowest = 0;
  soccer.step(0.5, () => {
    soccer.tell("blue", { id: 5, kickSpeed: 2.5 });
    const { touchesBall, kicksBall } = soccer.robot("Blue-5");
    touches += touchesBall ? 1 : 0;
    expect(touchesBall).toBe(kicksBall);
    slowest = Math.min(slowest, soccer.ball.velocity[1]);
  });
  // the ball arrived faster than it left, and only the kick reversed it
  expect(slowest).toBeLessThan(-2.8);
  expect(touches).toBe(1);
  const { kickedBall } = tracked(soccer).find((frame) => frame.kickedBall)!;
  expect(kickedBall?.robotId).toMatchObject({ id: 5, team: 2 });
  expect(kickedBall?.vel?.y).toBeCloseTo(2.5, 1);
  expect(soccer.match.status().events.at(-1)?.text).toContain("last touched by Blue-5");
  soccer.close();
});

it("[F4] the vision of 2003: one camera, 30 frames a second, each 100 ms late", async () => {
  const realism = REALISM_PRESETS["2003"];
  const soccer = await SoccerMatch.create({ realism, visionRateHz: visionRateOf("2003") }, { name: "soccer-2003" });
  const late: number[] = [];
  soccer.step(2, () => {
    for (const { tCapture, cameraId } of detected(soccer)) {
      expect(cameraId).toBe(0);
      late.push(soccer.world.timeSec - tCapture);
    }
    soccer.packets = [];
  });
  // frames of the first 1.9 s, including time 0
  expect(late.length).toBe(57);
  for (const sec of late) expect(sec).toBeCloseTo(0.1, 9);
  soccer.close();
});

/** A match that is in play from the start. */
function begun(): Referee {
  const referee = new Referee({ field: fieldIn(readSoccerWorld("soccer-b"))! });
  referee.restore({ ...referee.save(), stage: "NORMAL_FIRST_HALF", phase: "play", command: "FORCE_START" });
  return referee;
}

it("[T0] [F3] geometry, vision and tracker of frame 0 are there before the first step, on the epoch with which they leave", async () => {
  const soccer = await SoccerMatch.create({ epochSec: 100 });
  soccer.match.epochSec = 200;
  const first = soccer.match.takePackets();
  expect(first[0]).toMatchObject({ channel: "vision", message: { geometry: { field: { fieldLength: 9000 } } } });
  soccer.packets = [...first];
  expect(detected(soccer).map(({ cameraId, tCapture }) => [cameraId, tCapture])).toEqual(
    [0, 1, 2, 3].map((id) => [id, 200]),
  );
  expect(detected(soccer).flatMap(({ robotsBlue }) => robotsBlue).length).toBeGreaterThan(5);
  expect(tracked(soccer).map(({ timestamp, robots }) => [timestamp, robots.length])).toEqual([[200, 12]]);
  // the next frame follows after 1/60 s, and frame numbers continue
  soccer.step(0.018);
  expect(
    detected(soccer)
      .slice(4)
      .map(({ frameNumber }) => frameNumber),
  ).toEqual([1, 1, 1, 1]);
  soccer.close();
});

it("[F3] a tracker has the uuid of its process, or one that follows from the seed", async () => {
  const uuidOf = async (trackerUuid?: string) => {
    const soccer = await SoccerMatch.create({ trackerUuid }, { robots: () => false });
    soccer.packets = [...soccer.match.takePackets()];
    const found = soccer.packets.flatMap(({ channel, message }) => (channel === "tracker" ? [message.uuid] : []));
    soccer.close();
    return found[0];
  };
  expect(await uuidOf("mine")).toBe("mine");
  expect(await uuidOf()).toBe(await uuidOf());
});
