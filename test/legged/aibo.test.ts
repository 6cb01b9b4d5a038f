// [L1] The AIBO's document: what is in it, and where its parts are. The vectors are Tekkotsu's kinematics of the ERS-7.

import { describe, expect, test } from "vitest";
import { legAngles, pawPoint } from "../../examples/legged/LegKinematics.js";
import { aiboDocument } from "../../robots/Aibo.js";
import { type AiboLeg, BODY, LEGS, pawOf, shoulderOf } from "../../robots/AiboGeometry.js";
import { AIBO_JOINTS, legJoints } from "../../robots/AiboJoints.js";
import type { Point } from "../../robots/DocumentParts.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { cos, DEGREE, sin } from "../../src/math/Trigonometry.js";
import { distance, type Vec3 } from "../../src/math/Vec3.js";
import { massOfEntity } from "../../src/physics/Masses.js";
import { LeggedBench, legged, readText, SPACE } from "./LeggedBench.js";

/** Height of the body's centre in the document, m. */
const STAND = 0.1475;

/** Forward, left, up in mm to model space. */
const model = ([forward, left, up]: Point): Vec3 => [-left / 1000, forward / 1000, up / 1000 + STAND];

describe("[L1] robots/aibo.xml", () => {
  test("is what robots/Aibo.ts prints", () => {
    expect(readText("robots/aibo.xml")).toBe(aiboDocument());
    expect(readText("robots/aibo-blue.xml")).toBe(aiboDocument({ team: "blue" }));
  });

  test("has 20 servos with stops, speeds and torques, and weighs 1.628 kg", () => {
    const { entity } = legged("aibo");
    expect(entity.joints.map(({ kind }) => kind)).toEqual(Array(20).fill("Servo"));
    expect(massOfEntity(entity)).toBeCloseTo(1.628, 6);
    for (const { name, stops, speed, torque } of AIBO_JOINTS) {
      const joint = entity.joints.find((one) => one.name === name);
      expect(joint?.servo?.MaxVel).toBe(speed);
      expect(joint?.parameters[0].FMax).toBe(torque);
      expect(joint?.parameters[0].LoStop).toBeCloseTo(stops[0] * DEGREE, 5);
      expect(joint?.parameters[0].HiStop).toBeCloseTo(stops[1] * DEGREE, 5);
    }
  });

  test("[S1] has the sensors of the real robot", () => {
    const kinds = new Map<string, number>();
    for (const { kind } of legged("aibo").devices) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    expect(Object.fromEntries(kinds)).toMatchObject({
      Accelerometer: 1,
      CameraSensor: 1,
      ContactSensor: 9,
      JointServo: 20,
      Led: 26,
      RangeSensor: 3,
    });
    const camera = legged("aibo").devices.find(({ kind }) => kind === "CameraSensor");
    expect(camera).toMatchObject({ rateHz: 30, settings: { width: 208, height: 160, fovDeg: 45.2 } });
  });

  test("has its axes, paws and camera where the real robot has them, to 0.1 mm", () => {
    const near = (found: Point, wanted: Point) => expect(distance(found, wanted)).toBeLessThan(0.1);
    const { entity, devices } = legged("aibo");
    const anchor = (name: string) => entity.joints.find((one) => one.name === name)?.anchor as Vec3;
    const back = ([x, y, z]: Vec3): Point => [1000 * y, -1000 * x, 1000 * (z - STAND)];
    near(back(anchor("LFRotator")), [65, 62.5, 0]);
    near(back(anchor("LFKnee")), [74, 62.5, -69.5]);
    near(back(anchor("LHKnee")), [-74, 62.5, -69.5]);
    near(back(anchor("TailTilt")), [-102, 0, 33]);
    const solid = (name: string) =>
      entity.bodies.flatMap(({ solids }) => solids).find((one) => one.name === name)?.pose.position as Vec3;
    near(back(solid("LFPaw")), [69, 67.2, -134.7]);
    near(back(solid("LHPaw")), [-60.5, 67.2, -135.8]);
    near(back(solid("RFPaw")), [69, -67.2, -134.7]);
    const camera = devices.find(({ name }) => name === "Camera") as unknown as { pose: { position: Vec3 } };
    near(back(camera.pose.position), [148.6, 0, 84.9]);
  });
});

describe("[L3] leg kinematics", () => {
  test("the paw is where the simulated leg has it, for any angles", async () => {
    const bench = await LeggedBench.create(SPACE);
    const random = new RandomStream("1");
    for (let trial = 0; trial < 3; trial++) {
      const angles = new Map(
        LEGS.map((leg) => [leg, [between(random, -30, 60), between(random, 5, 50), between(random, 0, 100)] as const]),
      );
      for (const [leg, three] of angles)
        for (const [i, name] of legJoints(leg).entries()) bench.setAngle(name, three[i]);
      bench.run(1);
      for (const leg of LEGS) {
        const [x, y, z] = shoulderOf(leg);
        const [forward, outward, up] = pawPoint(leg, angles.get(leg) as never);
        const side = leg.startsWith("L") ? 1 : -1;
        const found = bench.pointIn("Torso", `${leg}Lower`, model(pawOf(leg)));
        expect(1000 * distance(found, model([x + forward, y + side * outward, z + up]))).toBeLessThan(0.05);
      }
    }
    bench.world.dispose();
  });

  test("neck and head move the camera up, to the left, and down again", async () => {
    const bench = await LeggedBench.create(SPACE);
    const [tilt, pan, nod] = [-40, 60, 20].map((degrees) => degrees * DEGREE);
    bench.setAngle("NeckTilt", tilt);
    bench.setAngle("NeckPan", pan);
    bench.setAngle("NeckNod", nod);
    bench.run(1);
    // nod about the left axis, pan about the neck, tilt about the left axis
    const [a, b] = [81.06 * cos(nod) + 14.6 * sin(nod), 81.06 * sin(nod) - 14.6 * cos(nod)];
    const [forward, left, up] = [a * cos(pan), a * sin(pan), b + 80];
    const wanted: Point = [
      BODY.neck[0] + forward * cos(tilt) - up * sin(tilt),
      left,
      BODY.neck[2] + forward * sin(tilt) + up * cos(tilt),
    ];
    expect(1000 * distance(bench.pointIn("Torso", "Head", model(BODY.camera)), model(wanted))).toBeLessThan(0.05);
    bench.world.dispose();
  });

  test("the inverse finds the angles again, and the nearest ones of a point out of reach", () => {
    const random = new RandomStream("2");
    for (let trial = 0; trial < 200; trial++)
      for (const leg of LEGS) {
        const three = [between(random, -60, 60), between(random, -9, 60), between(random, 20, 121)] as const;
        const found = legAngles(leg, pawPoint(leg, three));
        for (let i = 0; i < 3; i++) expect(found[i]).toBeCloseTo(three[i], 9);
      }
    for (const leg of LEGS as readonly AiboLeg[])
      for (const angle of legAngles(leg, [400, 300, -500])) expect(Number.isFinite(angle)).toBe(true);
  });
});

const between = (random: RandomStream, min: number, max: number): number =>
  (min + (max - min) * random.uniform()) * DEGREE;
