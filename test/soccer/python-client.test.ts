// The Python client of the Small Size League (F3): it reads proto/ by itself, and its robot drives to the ball and shoots.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { RobotControlSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { SSL_DetectionFrameSchema, SSL_WrapperPacketSchema } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { isThere, ROOT, run } from "../clients/Programs.js";
import { testServer } from "../server/Servers.js";

const PROGRAM = `${ROOT}clients/python/ssl_client.py`;

describe.skipIf(!isThere("python3"))("[F3] the Python client", () => {
  test("its messages are those of the league, both ways", async () => {
    const vision = create(SSL_WrapperPacketSchema, {
      detection: create(SSL_DetectionFrameSchema, {
        frameNumber: 7,
        tCapture: 12.5,
        tSent: 12.75,
        cameraId: 3,
        balls: [{ confidence: 0.5, x: -1500, y: 20, pixelX: 1, pixelY: 2 }],
        robotsYellow: [{ confidence: 1, robotId: 11, x: 100, y: -200, orientation: 0.25, pixelX: 0, pixelY: 0 }],
      }),
    });
    const code = `
import json, sys
from ssl_client import Proto, command
proto = Proto()
packet = proto.decode("SSL_WrapperPacket", bytes.fromhex(sys.argv[1]))
sent = proto.encode("RobotControl", {"robot_commands": [command(3, forward=1.5, left=-0.5, turn=2.0, kick_speed=4.0)]})
referee = proto.messages["Referee.TeamInfo"]
print(json.dumps([packet["detection"], sent.hex(), sorted(field.name for field in referee.values())[:2]]))
`;
    const { out, err } = await run("python3", [
      "-c",
      code,
      Buffer.from(toBinary(SSL_WrapperPacketSchema, vision)).toString("hex"),
    ]);
    expect(err).toBe("");
    const [detection, sent] = JSON.parse(out);
    expect(detection).toMatchObject({ frame_number: 7, t_capture: 12.5, camera_id: 3 });
    expect(detection.balls[0]).toMatchObject({ confidence: 0.5, x: -1500, y: 20 });
    expect(detection.robots_yellow[0]).toMatchObject({ robot_id: 11, orientation: 0.25 });
    const { robotCommands } = fromBinary(RobotControlSchema, Buffer.from(sent, "hex"));
    expect(robotCommands[0]).toMatchObject({ id: 3, kickSpeed: 4 });
    expect(robotCommands[0].moveCommand?.command).toMatchObject({
      case: "localVelocity",
      value: { forward: 1.5, left: -0.5, angular: 2 },
    });
  });

  test("its robot drives to the ball and shoots", async () => {
    const server = await testServer({
      world: "soccer-b",
      httpPort: false,
      seed: 7,
      rate: Number.POSITIVE_INFINITY,
      soccer: { epochSec: 0, referee: "none", expect: ["blue"] },
    });
    const port = String(server.ssl?.ports.blue);
    const { out, err, code } = await run("python3", [PROGRAM, "--port", port, "--seconds", "4"]);
    expect(err).toBe("");
    expect(code).toBe(0);
    const [, x, fastest] = /ball at (\S+) \S+ m, fastest (\S+) m\/s/.exec(out) ?? [];
    expect(Number(fastest)).toBeGreaterThan(4);
    expect(Number(x)).toBeGreaterThan(0.5);
  });

  test("without a simulator it says what to start", async () => {
    const { err, code } = await run("python3", [PROGRAM, "--port", "1"]);
    expect(code).not.toBe(0);
    expect(err).toContain("node bin/ubersim.js run soccer-b");
  });
});
