import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { SoccerMatch } from "../../../../testing/builders/SoccerMatch.js";
import { grSim_PacketSchema, type grSim_Robot_CommandSchema } from "../wire/GrSim_pb.js";

let soccer: SoccerMatch;
let start: ReturnType<SoccerMatch["world"]["snapshot"]> | undefined;

beforeEach(async () => {
  soccer ??= await SoccerMatch.create({}, { robots: (name) => ["Blue-3", "Yellow-3"].includes(name) });
  start ??= soccer.world.snapshot();
  soccer.world.restore(start);
  soccer.match.restart();
  soccer.log.length = 0;
});
afterAll(() => soccer.close());

const REST = {
  kickspeedx: 0,
  kickspeedz: 0,
  veltangent: 0,
  velnormal: 0,
  velangular: 0,
  spinner: false,
  wheelsspeed: false,
};

function sendCommand(isteamyellow: boolean, command: MessageInitShape<typeof grSim_Robot_CommandSchema>): void {
  const commands = { timestamp: 0, isteamyellow, robotCommands: [{ ...REST, ...command }] };
  soccer.match.legacy(create(grSim_PacketSchema, { commands }));
}
const replace = (replacement: MessageInitShape<typeof grSim_PacketSchema>["replacement"]): void =>
  soccer.match.legacy(create(grSim_PacketSchema, { replacement: replacement as never }));

describe("grSim's protocol", () => {
  it("[F3] commands the team of the packet, and no other", () => {
    soccer.step(0.6, () => sendCommand(true, { id: 3, veltangent: 1 }));
    // yellow faces -x
    expect(soccer.robot("Yellow-3").vx).toBeCloseTo(-1, 1);
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(0, 3);
    soccer.step(0.6, () => sendCommand(false, { id: 3, velnormal: 0.5, velangular: 1 }));
    expect(soccer.robot("Blue-3").turn).toBeCloseTo(1, 1);
  });

  it("[F3] wheel speeds in rad/s, from front left on counter-clockwise", () => {
    const [s60, s45] = [Math.sqrt(3) / 2 / 0.027, Math.sqrt(0.5) / 0.027];
    soccer.step(0.6, () =>
      sendCommand(false, { id: 3, wheelsspeed: true, wheel1: -s60, wheel2: -s45, wheel3: s45, wheel4: s60 }),
    );
    expect(soccer.log).toEqual([]);
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(1, 1);
  });

  it("[F3] spinner: the dribbler turns at full speed, and stops", () => {
    const speed = () => Number(soccer.world.robot("Blue-3").device("Dribbler").newest[0]);
    soccer.step(0.5, () => sendCommand(false, { id: 3, spinner: true }));
    // 450 rad/s without a load (robots/ssl.robot); full torque until a tenth is missing
    expect(speed()).toBeGreaterThan(400);
    // off, the bar turns on freely
    soccer.step(0.5, () => sendCommand(false, { id: 3, spinner: false }));
    expect(speed()).toBeLessThan(200);
  });

  it("[F3] replacements: the ball in part, robots of the right team in degrees, off and on", () => {
    replace({ ball: { x: 1 }, robots: [{ x: 0, y: 1, dir: 90, id: 3, yellowteam: true }] });
    expect(soccer.ball.position[0]).toBe(1);
    expect(soccer.robot("Yellow-3")).toMatchObject({
      x: expect.closeTo(0, 6),
      orientation: expect.closeTo(Math.PI / 2, 5),
    });
    expect(soccer.robot("Blue-3").x).toBeCloseTo(-1.4, 3);
    replace({ robots: [{ x: 0, y: 1, dir: 0, id: 3, yellowteam: true, turnon: false }] });
    expect(soccer.names).toEqual(["Blue-3"]);
    replace({ robots: [{ x: 0, y: 1, dir: 0, id: 3, yellowteam: true, turnon: true }] });
    expect(soccer.names).toEqual(["Blue-3", "Yellow-3"]);
  });

  it("[F3] reports ball and kick, only after a change", () => {
    replace({ ball: { x: 0, y: 0 }, robots: [{ x: -0.096, y: 0, dir: 0, id: 3, yellowteam: false }] });
    soccer.step(0.05);
    const first = soccer.match.takeLegacyStatus("blue")?.robotsStatus ?? [];
    expect(first.map(({ robotId, infrared, flatKick }) => [robotId, infrared, flatKick])).toEqual([[3, true, false]]);
    expect(soccer.match.takeLegacyStatus("blue")).toBeUndefined();
    sendCommand(false, { id: 3, kickspeedx: 3 });
    soccer.step(0.04);
    const [kicked] = soccer.match.takeLegacyStatus("blue")?.robotsStatus ?? [];
    expect(kicked).toMatchObject({ infrared: false, flatKick: true, chipKick: false });
    expect(soccer.ball.velocity[0]).toBeGreaterThan(2.5);
    soccer.step(0.3);
    expect(soccer.match.takeLegacyStatus("blue")?.robotsStatus[0]).toMatchObject({ flatKick: false });
  });

  it("[F3] errors are only logged, each code once", () => {
    const before = soccer.hash();
    sendCommand(false, { id: 11 });
    sendCommand(false, { id: 3, veltangent: Number.NaN });
    replace({ ball: { x: Number.NaN } });
    replace({ robots: [{ x: 1e30, y: 0, dir: 0, id: 3, yellowteam: false }] });
    sendCommand(false, { id: 12 });
    expect(soccer.log.map((line) => line.split(":")[1].trim())).toEqual([
      "PLAYER_UNKNOWN",
      "COMMAND_NOT_FINITE",
      "VALUE_OUT_OF_RANGE",
    ]);
    expect(soccer.hash()).toBe(before);
  });
});
