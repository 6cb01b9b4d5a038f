// Vision and tracker of a real match: physics, kicker and all (F3, F4).

import { expect, it } from "vitest";
import type { TrackedFrame } from "../../src/soccer/wire/SslTracker_pb.js";
import type { SSL_DetectionFrame } from "../../src/soccer/wire/SslVision_pb.js";
import { SoccerMatch } from "../builders/SoccerMatch.js";

const tracked = (soccer: SoccerMatch): readonly TrackedFrame[] =>
  soccer.packets.flatMap(({ channel, message }) =>
    channel === "tracker" && message.trackedFrame ? [message.trackedFrame] : [],
  );
const detected = (soccer: SoccerMatch): readonly SSL_DetectionFrame[] =>
  soccer.packets.flatMap(({ channel, message }) =>
    channel === "vision" && message.detection ? [message.detection] : [],
  );

it("[F3] [F4] a kick: tracker and vision tell the same ball, the tracker who kicked it and where it stops", async () => {
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

  // the same instant, the same place
  const frames = detected(soccer).filter(({ balls }) => balls.length > 0);
  for (const { tCapture, balls } of frames) {
    const other = tracked(soccer).find(({ timestamp }) => Math.abs(timestamp - tCapture) < 1e-6)!;
    expect(Math.abs(balls[0].x - other.balls[0].pos!.x * 1000)).toBeLessThan(1);
  }
  expect(frames.length).toBeGreaterThan(40);

  // where it was said to stop, it stops, if the wall is farther
  const { x: stopX } = kickedBall!.stopPos!;
  soccer.step(1);
  const ball = soccer.ball;
  const left = (ball.velocity[0] * ball.velocity[0]) / (2 * 0.3);
  expect(Math.abs(ball.position[0] + left - stopX)).toBeLessThan(0.1 * stopX);
  soccer.close();
});
