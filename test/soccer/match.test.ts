import { create, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { afterEach, describe, expect, it } from "vitest";
import { RobotOrders } from "../../src/leagues/ssl/commands/RobotOrders.js";
import type { MatchOptions } from "../../src/leagues/ssl/Match.js";
import { REALISM_PRESETS } from "../../src/leagues/ssl/vision/Realism.js";
import { Referee_Command, RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import { RealismConfigErForceSchema, RobotSpecErForceSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { SoccerMatch } from "../../testing/builders/SoccerMatch.js";

const open: SoccerMatch[] = [];
afterEach(() => {
  for (const soccer of open.splice(0)) soccer.close();
});

/** Few robots: they are quicker. */
async function begin(
  options: Partial<MatchOptions> = {},
  names = ["Blue-3", "Blue-5", "Yellow-0"],
): Promise<SoccerMatch> {
  const soccer = await SoccerMatch.create(options, { robots: (name) => names.includes(name) });
  open.push(soccer);
  return soccer;
}

const local = (forward: number, left: number, angular: number) =>
  ({ command: { case: "localVelocity", value: { forward, left, angular } } }) as const;
const global = (x: number, y: number, angular: number) =>
  ({ command: { case: "globalVelocity", value: { x, y, angular } } }) as const;
const wheels = (frontRight: number, backRight: number, backLeft: number, frontLeft: number) =>
  ({ command: { case: "wheelVelocity", value: { frontRight, backRight, backLeft, frontLeft } } }) as const;
const codes = ({ errors }: { readonly errors: readonly { readonly code: string }[] }) => errors.map(({ code }) => code);

describe("robot commands", () => {
  it("[F3] local velocity: forward, left, counter-clockwise, in the robot's frame", async () => {
    const soccer = await begin();
    soccer.step(1, () => soccer.tell("yellow", { id: 0, moveCommand: local(0, 1, 0) }));
    // it faces -x: left is -y
    const { vx, vy } = soccer.robot("Yellow-0");
    expect(vx).toBeCloseTo(0, 1);
    expect(vy).toBeCloseTo(-1, 1);
    soccer.step(1, () => soccer.tell("yellow", { id: 0, moveCommand: local(0, 0, 2) }));
    expect(soccer.robot("Yellow-0").turn).toBeCloseTo(2, 1);
  });

  it("[F3] global velocity keeps its direction while the robot turns", async () => {
    const soccer = await begin();
    const from = soccer.robot("Blue-3");
    soccer.step(3, () => soccer.tell("blue", { id: 3, moveCommand: global(0.5, 0, 2) }));
    const to = soccer.robot("Blue-3");
    expect(to.turn).toBeCloseTo(2, 1);
    expect(to.x - from.x).toBeGreaterThan(1.2);
    expect(Math.abs(to.y - from.y)).toBeLessThan(0.15);
  });

  it("[F3] a global velocity is turned in every frame, between commands too", async () => {
    const soccer = await begin();
    const at = (everyFrames: number): number => {
      let n = 0;
      const from = soccer.robot("Blue-3").y;
      soccer.step(1.5, () => {
        if (n++ % everyFrames === 0) soccer.tell("blue", { id: 3, moveCommand: global(0, -0.5, 4) });
      });
      const moved = soccer.robot("Blue-3").y - from;
      soccer.step(1);
      return moved;
    };
    expect(at(1)).toBeCloseTo(at(90), 1);
  });

  it("[F3] wheel speeds: m/s of the rims, front right, back right, back left, front left", async () => {
    const soccer = await begin();
    // v = R w, the same for all wheels: R = 76 mm, counter-clockwise
    soccer.step(1, () =>
      expect(codes(soccer.tell("blue", { id: 3, moveCommand: wheels(0.152, 0.152, 0.152, 0.152) }))).toEqual([]),
    );
    expect(soccer.robot("Blue-3").turn).toBeCloseTo(2, 1);
    soccer.step(0.5);
    // straight ahead, it faces +x: rim = -v sin a, a = 300, 225, 135, 60 degrees
    const [s60, s45] = [Math.sqrt(3) / 2, Math.sqrt(0.5)];
    const before = soccer.robot("Blue-3");
    soccer.step(1, () => soccer.tell("blue", { id: 3, moveCommand: wheels(s60, s45, -s45, -s60) }));
    const { vx, vy, orientation } = soccer.robot("Blue-3");
    expect(Math.sqrt(vx * vx + vy * vy)).toBeCloseTo(1, 1);
    expect(Math.cos(before.orientation) * vx + Math.sin(before.orientation) * vy).toBeGreaterThan(0.95);
    expect(orientation).toBeCloseTo(before.orientation, 1);
  });

  it("[F3] fields that are not set keep their value while commands arrive; all end with the timeout", async () => {
    const soccer = await begin();
    soccer.tell("blue", { id: 3, moveCommand: local(0.5, 0, 0) });
    let n = 0;
    soccer.step(1, () => {
      if (n++ % 25 === 0) soccer.tell("blue", { id: 3, dribblerSpeed: 1000 });
    });
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(0.5, 1);
    soccer.step(0.14);
    expect(soccer.robot("Blue-3").vx).toBeGreaterThan(0.4);
    soccer.step(0.5);
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(0, 1);
    // it is forgotten, too
    soccer.step(0.3, () => soccer.tell("blue", { id: 3, dribblerSpeed: 0 }));
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(0, 2);
  });

  it("[F3] a global velocity ends with the timeout too", async () => {
    const soccer = await begin();
    soccer.tell("blue", { id: 3, moveCommand: global(0.5, 0, 0) });
    soccer.step(0.19);
    const early = soccer.robot("Blue-3").vx;
    soccer.step(0.4);
    expect(early).toBeGreaterThan(0.4);
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(0, 1);
  });

  it("[F3] kicks at the commanded angle, in degrees, and reports the robot that has the ball", async () => {
    const soccer = await begin();
    soccer.control({ teleportRobot: [{ id: { id: 5, team: 2 }, x: -0.096, y: 0, orientation: 0 }] });
    soccer.step(0.05);
    const { feedback } = soccer.tell("blue", { id: 5, kickSpeed: 4 }, { id: 3 });
    expect(feedback.map(({ id, dribblerBallContact }) => [id, dribblerBallContact])).toEqual([
      [5, true],
      [3, false],
    ]);
    soccer.step(0.01);
    expect(soccer.ball.velocity[0]).toBeGreaterThan(3.8);
    expect(soccer.ball.velocity[2]).toBeLessThan(0.1);
    soccer.control({ teleportBall: { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0 } });
    soccer.control({ teleportRobot: [{ id: { id: 5, team: 2 }, x: -0.096, y: 0, orientation: 0 }] });
    soccer.step(0.2);
    soccer.tell("blue", { id: 5, kickSpeed: 4, kickAngle: 45 });
    let fastest = 0;
    soccer.step(0.1, () => {
      fastest = Math.max(fastest, soccer.ball.velocity[2]);
    });
    expect(fastest).toBeGreaterThan(2);
  });

  it("[F3] [W8] commands to a paused world: the last value of each field counts, and no queue grows", async () => {
    const soccer = await begin();
    const size = (): number => JSON.stringify(soccer.match.save().orders).length;
    soccer.tell("blue", { id: 3, moveCommand: local(1, 0, 0), dribblerSpeed: 500 });
    const before = size();
    for (let i = 0; i < 1000; i++) soccer.tell("blue", { id: 3, moveCommand: local(0, 0, i % 2 ? 2 : 3) });
    expect(size()).toBe(before);
    soccer.step(0.15);
    expect(soccer.robot("Blue-3").turn).toBeCloseTo(2, 1);
    expect(soccer.match.save().orders[0][1]).toMatchObject({ dribbler: expect.closeTo((500 * Math.PI) / 30, 4) });
  });

  it("[F3] a wrong command is answered with an error and not executed; the others are", async () => {
    const soccer = await begin();
    const response = soccer.tell(
      "blue",
      { id: 99, moveCommand: local(1, 0, 0) },
      { id: 4, moveCommand: local(1, 0, 0) },
      { id: 3, moveCommand: local(Number.NaN, 0, 0), dribblerSpeed: 100 },
      { id: 3, kickSpeed: -1 },
      { id: 3, kickSpeed: 1, kickAngle: 120 },
      { id: 3, moveCommand: { command: { case: "localVelocity", value: { forward: 1, left: 0 } } } },
      { moveCommand: local(1, 0, 0) },
      { id: 5, moveCommand: local(1, 0, 0) },
    );
    expect(codes(response)).toEqual([
      "VALUE_OUT_OF_RANGE",
      "PLAYER_UNKNOWN",
      "COMMAND_NOT_FINITE",
      "VALUE_OUT_OF_RANGE",
      "VALUE_OUT_OF_RANGE",
      "FIELD_MISSING",
      "FIELD_MISSING",
    ]);
    // clients print code and message; what is wrong is named as on the wire, without the noise of float32
    expect(response.errors[0].message).toMatch(
      /^the value is out of range at robot_commands\/id: found 99, allowed: 0 to 15\. /,
    );
    expect(response.errors[2].message).toMatch(/ at robot_commands\/blue 3\/local_velocity\/forward: found NaN, /);
    const noisy = soccer.tell("blue", { id: 3, kickAngle: Math.fround(90.2) });
    expect(noisy.errors[0].message).toContain("kick_angle: found 90.2, allowed: 0 to 90 degrees.");
    soccer.step(0.15);
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(0, 3);
    expect(soccer.robot("Blue-5").vx).toBeGreaterThan(0.3);
  });

  it("[F4] commands take their time and get lost, answers too, by the robot's own stream", async () => {
    const realism = { ...REALISM_PRESETS.none, commandDelay: 0.1 };
    const slow = await begin({ realism });
    slow.tell("blue", { id: 3, moveCommand: local(1, 0, 0) });
    slow.step(0.1);
    expect(slow.robot("Blue-3").vx).toBeCloseTo(0, 3);
    slow.step(0.1);
    expect(slow.robot("Blue-3").vx).toBeGreaterThan(0.2);

    const lossy = { realism: { ...REALISM_PRESETS.none, robotCommandLoss: 0.5, robotResponseLoss: 0.5 } };
    const answers = async (): Promise<string> => {
      const soccer = await begin(lossy);
      let answers = "";
      for (let i = 0; i < 40; i++)
        answers += soccer
          .tell("blue", { id: 3 }, { id: 5 })
          .feedback.map(({ id }) => id)
          .join("");
      return `${answers} ${soccer.hash()}`;
    };
    const first = await answers();
    expect(first.split(" ")[0].length).toBeGreaterThan(20);
    expect(first.split(" ")[0].length).toBeLessThan(60);
    expect(await answers()).toBe(first);
  });

  it.each([0.03, 0.1, 0.5])(
    "[F4] of commands and answers a part of %d gets lost, one way without the other",
    (loss) => {
      const count = 20_000;
      const orders = new RobotOrders(5, () => {});
      const lost = { to: 0, from: 0, both: 0 };
      for (let i = 0; i < count; i++) {
        const [to, from] = [orders.isLost("Blue-3", "to", loss), orders.isLost("Blue-3", "from", loss)];
        lost.to += to ? 1 : 0;
        lost.from += from ? 1 : 0;
        lost.both += to && from ? 1 : 0;
      }
      // four standard deviations of the mean of `count` draws
      const near = (found: number, probability: number) =>
        expect(Math.abs(found / count - probability)).toBeLessThan(
          4 * Math.sqrt((probability * (1 - probability)) / count),
        );
      near(lost.to, loss);
      near(lost.from, loss);
      near(lost.both, loss * loss);
    },
  );
});

describe("dribbling", () => {
  /** How far the ball is from a robot that has turned hard with it, m. */
  const turnWith = async (simulateDribbling: boolean): Promise<number> => {
    const soccer = await begin({ realism: { ...REALISM_PRESETS.none, simulateDribbling } });
    soccer.control({ teleportRobot: [{ id: { id: 5, team: 2 }, x: -0.1, y: 0, orientation: 0 }] });
    soccer.step(0.5, () => soccer.tell("blue", { id: 5, dribblerSpeed: 4000, moveCommand: local(0.1, 0, 0) }));
    soccer.step(1.5, () => soccer.tell("blue", { id: 5, dribblerSpeed: 4000, moveCommand: local(0, 0, 12) }));
    const { x, y } = soccer.robot("Blue-5");
    const [bx, by] = soccer.ball.position;
    return Math.sqrt((bx - x) ** 2 + (by - y) ** 2);
  };

  it("[F4] friction loses the ball in a hard turn; with simulate_dribbling off it is never lost", async () => {
    expect(await turnWith(true)).toBeGreaterThan(0.15);
    expect(await turnWith(false)).toBeLessThan(0.11);
  });

  it("[F4] a held ball can be kicked, slowly too", async () => {
    const soccer = await begin({ realism: { ...REALISM_PRESETS.none, simulateDribbling: false } });
    soccer.control({ teleportRobot: [{ id: { id: 5, team: 2 }, x: -0.1, y: 0, orientation: 0 }] });
    soccer.step(0.5, () => soccer.tell("blue", { id: 5, dribblerSpeed: 1000, moveCommand: local(0.1, 0, 0) }));
    soccer.tell("blue", { id: 5, kickSpeed: 1.5, moveCommand: local(0, 0, 0) });
    soccer.step(0.02);
    expect(soccer.ball.velocity[0]).toBeGreaterThan(1.3);
  });
});

describe("the simulator's settings", () => {
  it("[F3] simulation_speed: 0 pauses, nonsense is refused", async () => {
    const soccer = await begin({}, []);
    expect(soccer.control({ simulationSpeed: 2 })).toEqual([]);
    expect(soccer.control({ simulationSpeed: 0 })).toEqual([]);
    expect(soccer.control({ simulationSpeed: -1 })).toEqual(["VALUE_OUT_OF_RANGE"]);
    expect(soccer.control({ simulationSpeed: Number.NaN })).toEqual(["COMMAND_NOT_FINITE"]);
    expect(soccer.rates).toEqual([2, 0]);
  });

  it("[F3][F4] realism by any prefix of its type, in part; a wrong message has no effect", async () => {
    const soccer = await begin({}, []);
    const value = (init: { stddevBallP?: number; robotCommandLoss?: number }) =>
      toBinary(RealismConfigErForceSchema, create(RealismConfigErForceSchema, init));
    const send = (typeUrl: string, bytes: Uint8Array) =>
      soccer.config({ realismConfig: { custom: [{ typeUrl, value: bytes }] } });
    expect(send("type.googleapis.com/sslsim.RealismConfigErForce", value({ stddevBallP: 0.25 }))).toEqual([]);
    expect(send("RealismConfigErForce", value({ robotCommandLoss: 0.5 }))).toEqual([]);
    expect(soccer.match.realism).toMatchObject({ ballNoise: 0.25, robotCommandLoss: 0.5 });
    expect(send("x/RealismConfigErForce", value({ robotCommandLoss: 2 }))).toEqual(["VALUE_OUT_OF_RANGE"]);
    expect(send("x/RealismConfigErForce", new Uint8Array([0xff, 0xff]))).toEqual(["UNREADABLE"]);
    expect(send("x/SomethingElse", new Uint8Array())).toEqual(["CUSTOM_UNKNOWN"]);
    expect(soccer.match.realism).toMatchObject({ ballNoise: 0.25, robotCommandLoss: 0.5 });
  });

  it("[F3] vision_port", async () => {
    const soccer = await begin({}, []);
    expect(soccer.config({ visionPort: 10_006 })).toEqual([]);
    expect(soccer.config({ visionPort: 70_000 })).toEqual(["VALUE_OUT_OF_RANGE"]);
    expect(soccer.match.visionPort).toBe(10_006);
  });

  it("[F3] the answer to an empty command is empty", async () => {
    const soccer = await begin({}, []);
    const before = soccer.hash();
    expect(soccer.control({})).toEqual([]);
    expect(soccer.config({})).toEqual([]);
    expect(soccer.hash()).toBe(before);
  });
});

describe("packets", () => {
  it("[F3] vision leaves at its rate, geometry first", async () => {
    const soccer = await begin();
    soccer.step(1);
    const vision = soccer.packets.flatMap((packet) => (packet.channel === "vision" ? [packet.message] : []));
    expect(vision[0].geometry?.field?.fieldLength).toBe(9000);
    const frames = vision.filter(({ detection }) => detection?.cameraId === 0);
    // at 0, which is seen after the first step, and at 1 s
    expect(frames.length).toBe(61);
    const blue = vision.flatMap(({ detection }) => detection?.robotsBlue ?? []);
    expect(new Set(blue.map(({ robotId }) => robotId))).toEqual(new Set([3, 5]));
    const tracked = soccer.packets.flatMap((packet) => (packet.channel === "tracker" ? [packet.message] : []));
    expect(tracked.length).toBe(61);
    expect(tracked.at(-1)?.trackedFrame?.robots.length).toBe(3);
  });

  it("[F5] a game controller's HALT with a place puts the ball there, and the status shows its state", async () => {
    const soccer = await begin();
    const packet = create(RefereeSchema, {
      command: Referee_Command.HALT,
      commandCounter: 1,
      designatedPosition: { x: 1000, y: -500 },
      yellow: { name: "Y", score: 2 },
      blue: { name: "B", score: 1 },
    });
    soccer.match.referee(packet);
    soccer.step(0.4);
    expect(soccer.ball.position[0]).toBeCloseTo(0, 3);
    soccer.step(0.3);
    expect(soccer.ball.position[0]).toBeCloseTo(1, 3);
    expect(soccer.ball.position[1]).toBeCloseTo(-0.5, 3);
    expect(soccer.match.status()).toMatchObject({
      referee: "network",
      command: "HALT",
      teams: { yellow: { score: 2 } },
    });
    expect(soccer.match.refereePacket()?.commandCounter).toBe(1);
  });

  it("[F5] a place beyond the walls is refused: the ball stays, and the log has one line", async () => {
    const soccer = await begin();
    const halt = { command: Referee_Command.HALT, commandCounter: 1 };
    soccer.match.referee(create(RefereeSchema, { ...halt, designatedPosition: { x: 99_000, y: 0 } }));
    soccer.step(2);
    expect(soccer.ball.position[0]).toBeCloseTo(0, 3);
    expect(soccer.log).toEqual([
      expect.stringMatching(
        /^referee: VALUE_OUT_OF_RANGE: .*designated_position\/x: found 99, allowed: -4\.8 to 4\.8 m/,
      ),
    ]);
  });
});

describe("state", () => {
  /** Everything that a match remembers. */
  const stir = (soccer: SoccerMatch): void => {
    soccer.config({
      realismConfig: {
        custom: [
          anyPack(
            RealismConfigErForceSchema,
            create(RealismConfigErForceSchema, { stddevBallP: 0.01, robotCommandLoss: 0.2, commandDelay: 20_000_000n }),
          ),
        ],
      },
    });
    soccer.config({
      robotSpecs: [
        {
          id: { id: 3, team: 2 },
          mass: 2,
          custom: [anyPack(RobotSpecErForceSchema, create(RobotSpecErForceSchema, { shootRadius: 0.069 }))],
        },
      ],
    });
    soccer.control({ teleportBall: { x: 1, y: 1, byForce: true } });
    soccer.tell("blue", { id: 5, moveCommand: global(0.5, 0.2, 3), dribblerSpeed: 800 });
  };
  const goOn = (soccer: SoccerMatch): string[] =>
    Array.from({ length: 5 }, (_, i) => {
      soccer.tell("blue", { id: 3, moveCommand: local(0.3, 0, i) }, { id: 5 });
      soccer.step(0.05);
      return soccer.hash();
    });

  it("[M5] a restored match continues like the straight run", async () => {
    const soccer = await begin();
    stir(soccer);
    soccer.step(0.1);
    const [world, match] = [soccer.world.snapshot(), soccer.match.save()];
    const before = soccer.hash();
    const first = goOn(soccer);
    soccer.control({ teleportRobot: [{ id: { id: 5, team: 2 }, present: false }] });
    soccer.world.restore(world);
    soccer.match.restore(match);
    expect(soccer.hash()).toBe(before);
    expect(goOn(soccer)).toEqual(first);
  });

  it("[T8] restarted, it is as at the start", async () => {
    const soccer = await begin();
    const fresh = soccer.hash();
    const first = goOn(soccer);
    stir(soccer);
    soccer.config({
      geometry: {
        field: { fieldLength: 12_000, fieldWidth: 9000, goalWidth: 1800, goalDepth: 180, boundaryWidth: 300 },
      },
    });
    soccer.step(0.1);
    soccer.world.reset();
    soccer.match.restart();
    expect(soccer.match.geometry().field?.fieldLength).toBe(9000);
    expect(soccer.hash()).toBe(fresh);
    expect(goOn(soccer)).toEqual(first);
  });

  it("[M6] a robot that is removed and added again changes no other robot", async () => {
    const [quiet, busy] = [await begin(), await begin()];
    for (const soccer of [quiet, busy])
      soccer.step(0.2, () => soccer.tell("blue", { id: 5, moveCommand: local(0.2, 0.1, 0) }));
    busy.control({ teleportRobot: [{ id: { id: 3, team: 2 }, present: false }] });
    busy.step(0.1);
    busy.control({ teleportRobot: [{ id: { id: 3, team: 2 }, present: true, x: -1.4, y: 1.5, orientation: 0 }] });
    busy.step(0.1);
    quiet.step(0.2);
    for (const name of ["Blue-5", "Yellow-0"]) expect(busy.world.hashOf(name)).toBe(quiet.world.hashOf(name));
    expect(busy.names).toEqual(quiet.names);
  });
});
