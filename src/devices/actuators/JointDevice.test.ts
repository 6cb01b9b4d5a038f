// Joints as devices: property numbers on the wire, refused messages, samples.

import { afterEach, describe, expect, test } from "vitest";
import { describeDevice, elementOf, mountDevice, propertyMessage } from "../../../testing/builders/Devices.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  G,
  hung,
  jointed,
  makeWorld,
  run,
} from "../../../testing/builders/SmallWorlds.js";
import { AXES_OF_KIND, type JointInput, type JointKind, type OdeNumbers } from "../../describe/entity/Joint.js";
import { ORIGIN } from "../../math/Pose.js";
import { conjugate, fromAxisAngle, multiply, type Quat, rotate } from "../../math/Quat.js";
import { sub, type Vec3 } from "../../math/Vec3.js";
import { applyTorque, readBody } from "../../physics/Bodies.js";
import { readJoint, readJointCommand } from "../../physics/Joints.js";
import type { Physics } from "../../physics/Physics.js";
import type { AnyDeviceType, Device } from "../Device.js";
import { JOINT_DEVICES } from "./JointDevice.js";

afterEach(disposeWorlds);

const AXES: Vec3[] = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 0],
];
const typeOf = (kind: JointKind): AnyDeviceType =>
  JOINT_DEVICES.find(({ element }) => element === `Joint${kind}`) as AnyDeviceType;

/** Two floating bodies and a joint of this kind, as a device. */
async function makeJoint(
  kind: JointKind,
  { odeNumbers, ...more }: Partial<JointInput> & { readonly odeNumbers?: OdeNumbers } = {},
  axes = AXES_OF_KIND[kind][1],
): Promise<{ device: Device; physics: Physics }> {
  const physics = await makeWorld(floating(jointed({ kind, axes: AXES.slice(0, axes), ...more })));
  return { device: mountDevice(physics, "robot", typeOf(kind), { name: "Joint", rateHz: 100, odeNumbers }), physics };
}

const sendProperty = (device: Device, property: number, value: number): void =>
  device.act?.(device.read?.(propertyMessage(property, value)) ?? {});
const codeOf = (device: Device, property: number, value = 1): string =>
  refusal(() => device.read?.(propertyMessage(property, value))).code;
const parameters = (physics: Physics) => readJointCommand(physics, "robot", "Joint");

describe("[W4] messages to a joint", () => {
  test("the property numbers of ODE 0.16, 256 more for the second axis", async () => {
    const { device, physics } = await makeJoint("Universal");
    const numbers = {
      LoStop: 0,
      HiStop: 1,
      Vel: 2,
      FMax: 5,
      FudgeFactor: 6,
      Bounce: 7,
      CFM: 8,
      StopERP: 9,
      StopCFM: 10,
    };
    for (const [name, number] of Object.entries({ ...numbers, ERP: 13 })) {
      sendProperty(device, number, 0.25);
      sendProperty(device, number + 256, 0.75);
      expect(parameters(physics)?.axes.map((axis) => axis[name as "Vel"])).toEqual([0.25, 0.75]);
    }
  });

  test("numbers of 2004: no LoVel and HiVel, so those from FMax on are two lower", async () => {
    const { device, physics } = await makeJoint("Hinge2", { odeNumbers: "2004" });
    const numbers = {
      LoStop: 0,
      HiStop: 1,
      Vel: 2,
      FMax: 3,
      FudgeFactor: 4,
      Bounce: 5,
      CFM: 6,
      StopERP: 7,
      StopCFM: 8,
    };
    for (const [name, number] of Object.entries(numbers)) {
      sendProperty(device, number, 0.25);
      sendProperty(device, number + 256, 0.75);
      expect(parameters(physics)?.axes.map((axis) => axis[name as "Vel"])).toEqual([0.25, 0.75]);
    }
    sendProperty(device, 9, 0.5);
    sendProperty(device, 10, 0.125);
    expect(parameters(physics)?.axes[0]).toMatchObject({ SuspensionERP: 0.5, SuspensionCFM: 0.125 });
    expect(codeOf(device, 11)).toBe("PARAMETER_UNKNOWN");
    expect(codeOf(device, 12)).toBe("PARAMETER_UNKNOWN");
  });

  test.each([
    [3, "property 3, which is LoVel in ODE 0.16 and FMax in ODE's headers of 2004"],
    [4 + 256, "property 260, which is HiVel in ODE 0.16 and FudgeFactor in ODE's headers of 2004"],
  ])("the error for number %i names the headers of 2004 and what to do", async (number, found) => {
    const { device } = await makeJoint("Hinge2");
    const problem = refusal(() => device.read?.(propertyMessage(number, 1)));
    expect(problem).toMatchObject({ code: "PARAMETER_UNSUPPORTED", found });
    expect(problem.message).toContain("<OdeNumbers>2004</OdeNumbers>");
    expect(problem.message).toContain("--ode-numbers 2004");
  });

  test("512 more for the third axis of an angular motor", async () => {
    const { device, physics } = await makeJoint("AMotor");
    sendProperty(device, 512 + 2, 3);
    expect(parameters(physics)?.axes.map(({ Vel }) => Vel)).toEqual([0, 0, 3]);
  });

  test("a suspension, which may recompile the model", async () => {
    const { device, physics } = await makeJoint("Hinge2");
    run(physics, 0.01);
    sendProperty(device, 12, 1e-4);
    sendProperty(device, 11, 0.5);
    expect(parameters(physics)?.axes[0]).toMatchObject({ SuspensionERP: 0.5 });
    run(physics, 0.01);
    expect(codeOf(device, 12 + 256)).toBe("PARAMETER_UNKNOWN");
  });

  test("read has no effect, act has; a command is plain data", async () => {
    const { device, physics } = await makeJoint("Hinge");
    const command = device.read?.(propertyMessage(2, 1.5));
    expect(command).toEqual({ property: "Vel", axis: 0, value: 1.5 });
    expect(parameters(physics)?.axes[0].Vel).toBe(0);
    device.act?.(command ?? {});
    expect(parameters(physics)?.axes[0].Vel).toBe(1.5);
  });

  test("a motor does nothing until FMax is above zero", async () => {
    const { device, physics } = await makeJoint("Hinge");
    sendProperty(device, 2, 3);
    run(physics, 0.1);
    expect(readJoint(physics, "robot", "Joint")[0].velocity).toBe(0);
    sendProperty(device, 5, 100);
    run(physics, 0.1);
    expect(readJoint(physics, "robot", "Joint")[0].velocity).toBeCloseTo(3, 3);
  });

  test("servos add Angle 32, Velocity 33, Torque 34, Kp 35, Kd 36, MaxVel 37, and keep the motor's", async () => {
    const { device, physics } = await makeJoint("Servo");
    const servo = () => parameters(physics)?.servo;
    sendProperty(device, 32, 0.5);
    expect(servo()).toMatchObject({ mode: "Angle", target: 0.5 });
    sendProperty(device, 33, 2);
    expect(servo()).toMatchObject({ mode: "Velocity", target: 2 });
    sendProperty(device, 34, 4);
    expect(servo()).toMatchObject({ mode: "Torque", target: 4 });
    for (const [number, name] of [35, 36, 37].map((n, i) => [n, ["Kp", "Kd", "MaxVel"][i]] as const)) {
      sendProperty(device, number, 8);
      expect(servo()).toMatchObject({ [name]: 8 });
    }
    sendProperty(device, 5, 16);
    expect(parameters(physics)?.axes[0].FMax).toBe(16);
    sendProperty(device, 2, 1);
    expect(servo()).toMatchObject({ mode: "Velocity", target: 1 });
  });

  test("infinity only for LoStop, HiStop and FMax; NaN never", async () => {
    const { device } = await makeJoint("Servo");
    for (const number of [0, 1, 5]) expect(device.read?.(propertyMessage(number, Infinity))).toBeDefined();
    expect(device.read?.(propertyMessage(0, -Infinity))).toBeDefined();
    expect(codeOf(device, 5, -Infinity)).toBe("VALUE_OUT_OF_RANGE");
    for (const number of [2, 6, 7, 8, 9, 10, 13, 32, 33, 34, 35, 36, 37])
      expect(codeOf(device, number, Infinity), `property ${number}`).toBe("COMMAND_NOT_FINITE");
    for (const number of [0, 1, 2, 5, 13, 32, 37]) expect(codeOf(device, number, NaN)).toBe("COMMAND_NOT_FINITE");
  });

  test("values out of range and unsupported or unknown properties are refused by code", async () => {
    const { device } = await makeJoint("Hinge");
    expect(codeOf(device, 5, -1)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(device, 7, 2)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(device, 3)).toBe("PARAMETER_UNSUPPORTED");
    expect(codeOf(device, 4)).toBe("PARAMETER_UNSUPPORTED");
    for (const number of [14, 31, 38, 64, 255, -1, -254, 2147483647, -2147483648])
      expect(codeOf(device, number), `property ${number}`).toBe("PARAMETER_UNKNOWN");
    // no second axis, no servo, no suspension
    for (const number of [2 + 256, 2 + 512, 32, 35, 11, 12]) expect(codeOf(device, number)).toBe("PARAMETER_UNKNOWN");
  });

  test("[W8] other sizes are refused", async () => {
    const { device } = await makeJoint("Hinge");
    for (const bytes of [0, 7, 9, 16]) {
      const error = refusal(() => device.read?.(new DataView(new ArrayBuffer(bytes))));
      expect([error.code, error.found, error.where]).toEqual(["PAYLOAD_SIZE_WRONG", `${bytes} bytes`, "robot/Joint"]);
    }
  });

  test("joints without axes take nothing", async () => {
    for (const kind of ["BallSocket", "Fixed"] as const) {
      expect(typeOf(kind).takes).toEqual([]);
      expect((await makeJoint(kind)).device.read).toBeUndefined();
    }
  });
});

describe("[S1] [W9] samples of a joint", () => {
  test.each(["Hinge", "Hinge2", "Slider", "Universal", "Servo"] as const)(
    "%s: the values of readJoint",
    async (kind) => {
      const { device, physics } = await makeJoint(kind);
      const axes = AXES_OF_KIND[kind][1];
      for (let axis = 0; axis < axes; axis++) {
        sendProperty(device, 256 * axis + 5, 2);
        sendProperty(device, 256 * axis + 2, axis + 1);
      }
      expect(device.sample?.()).toEqual(Array.from({ length: 3 * axes }, () => 0));
      run(physics, 0.05);
      const states = readJoint(physics, "robot", "Joint");
      expect(device.sample?.()).toEqual(states.flatMap((s) => [s.position, s.velocity, s.effort]));
      expect(states.every(({ position, effort }) => position !== 0 && effort !== 0)).toBe(true);
    },
  );

  test("a slider's extension in metres, speed and force: 2 N between 1 kg and 2 kg for 0.1 s", async () => {
    const { device, physics } = await makeJoint("Slider", { axes: [[1, 0, 0]] });
    sendProperty(device, 5, 2);
    sendProperty(device, 2, 100);
    run(physics, 0.1);
    const [position, velocity, effort] = device.sample?.() ?? [];
    // F / m1 + F / m2 = 3 m/s²
    expect(velocity).toBeCloseTo(0.3, 6);
    expect(position).toBeCloseTo(0.015, 6);
    expect(effort).toBeCloseTo(2, 6);
  });

  const relativeOf = (physics: Physics): { turning: Quat; velocity: Vec3 } => {
    const [a, b] = ["A", "B"].map((body) => readBody(physics, "robot", body));
    const q = multiply(conjugate(b.orientation), a.orientation);
    return {
      turning: q[3] < 0 ? (q.map((x) => -x) as unknown as Quat) : q,
      velocity: rotate(conjugate(b.orientation), sub(a.angularVelocity, b.angularVelocity)),
    };
  };

  test.each([
    ["A", "B"],
    ["B", "A"],
  ])("a ball joint: Body1 %s in Body2 %s, then its angular velocity in the axes of Body2", async (body1, body2) => {
    const { device, physics } = await makeJoint("BallSocket", { body1, body2 });
    expect(device.sample?.()).toEqual([0, 0, 0, 1, 0, 0, 0]);
    run(physics, 0.3, () => {
      applyTorque(physics, "robot", "A", [0.1, 0.05, 0.2]);
      applyTorque(physics, "robot", "B", [-0.1, 0.1, 0]);
    });
    const { turning, velocity } = relativeOf(physics);
    const s = body1 === "A" ? 1 : -1;
    const found = device.sample?.() ?? [];
    const w = s > 0 ? velocity : rotate(conjugate(turning), velocity).map((x) => -x);
    const expected = [...turning.slice(0, 3).map((x) => s * x), turning[3], ...w];
    found.forEach((x, k) => {
      expect(x).toBeCloseTo(expected[k], 12);
    });
    expect(Math.max(...found.slice(4).map(Math.abs))).toBeGreaterThan(0.1);
  });

  test("a ball joint's w is never below 0, after any rotation", async () => {
    const { device, physics } = await makeJoint("BallSocket", { anchor: [-0.3, 0, 0] });
    const raw: number[] = [];
    run(physics, 3, () => {
      applyTorque(physics, "robot", "A", [0.02, 0, 0]);
      const [a, b] = ["A", "B"].map((body) => readBody(physics, "robot", body).orientation);
      raw.push(multiply(conjugate(b), a)[3]);
      expect(device.sample?.()[3]).toBeGreaterThanOrEqual(0);
    });
    expect(Math.min(...raw)).toBeLessThan(-0.5);
  });

  test("a ball joint that closes a loop sends the same", async () => {
    const joint = (name: string): JointInput => ({
      name,
      kind: "BallSocket",
      body1: "A",
      body2: "B",
      anchor: [0, 0, 0],
    });
    const entity = { ...jointed({ kind: "BallSocket" }), joints: [joint("One"), joint("Two")] };
    const physics = await makeWorld(floating(entity));
    const [one, two] = ["One", "Two"].map((name) => mountDevice(physics, "robot", typeOf("BallSocket"), { name }));
    run(physics, 0.2, () => applyTorque(physics, "robot", "A", [0.1, 0, 0.2]));
    expect(two.sample?.()).toEqual(one.sample?.());
    expect(one.sample?.()[3]).toBeLessThan(0.9999);
  });

  test("fixed to the world, zero is the orientation of the robot's placement", async () => {
    const physics = await makeWorld({ gravity: [0, 0, 0] });
    const orientation = fromAxisAngle([1, 2, 3], 2);
    physics.add(hung({ kind: "BallSocket" }, bodyOf("Body", boxShape(0.2))), { position: [1, 2, 3], orientation });
    const device = mountDevice(physics, "robot", typeOf("BallSocket"), { name: "Joint" });
    (device.sample?.() ?? []).forEach((x, k) => {
      expect(x).toBeCloseTo([0, 0, 0, 1, 0, 0, 0][k], 12);
    });
  });

  test("an angular motor: angle and speed about each of its axes", async () => {
    const { device, physics } = await makeJoint("AMotor", {}, 1);
    sendProperty(device, 5, 100);
    sendProperty(device, 2, 2);
    run(physics, 0.5);
    const [position, velocity] = device.sample?.() ?? [];
    expect(velocity).toBeCloseTo(2, 5);
    expect(position).toBeCloseTo(1, 2);
  });

  test("[S1] an angular motor's effort is its torque on Body1: m g times the arm, and joins of others keep it", async () => {
    const arm = bodyOf("A", ballShape(0.1), { mass: 1, position: [1, 0, 0] });
    const physics = await makeWorld({
      entities: [
        {
          name: "robot",
          bodies: [arm],
          joints: [
            { name: "Ball", kind: "BallSocket", body1: "A" },
            {
              name: "Device",
              kind: "AMotor",
              body1: "A",
              axes: [
                [0, 0, 1],
                [0, 1, 0],
              ],
              parameters: [{ FMax: 50 }, { FMax: 50 }],
            },
          ],
        },
      ],
    });
    const device = mountDevice(physics, "robot", typeOf("AMotor"), { settings: { axes: 2 } });
    expect(device.sample?.()).toEqual([0, 0, 0, 0, 0, 0]);
    run(physics, 0.2);
    const before = device.sample?.() ?? [];
    expect(before[2]).toBeCloseTo(0, 9);
    expect(before[5]).toBeCloseTo(-G, 5);
    physics.add({ name: "other", bodies: [bodyOf("B", ballShape(0.1), { position: [9, 0, 0] })] }, ORIGIN);
    expect(device.sample?.()).toEqual(before);
    // limited by its maximum
    physics.setJoint("robot", "Device", "FMax", 2, 1);
    run(physics, 0.05);
    expect(device.sample?.()[5]).toBeCloseTo(-2, 9);
  });

  test("a fixed joint sends nothing", async () => {
    expect((await makeJoint("Fixed")).device.sample).toBeUndefined();
    expect(typeOf("Fixed").sends({ axes: 0 }, describeDevice("JointFixed"))).toEqual([]);
  });

  test("fields: three an axis, with units; an angular motor's axes are counted in its element", () => {
    const fieldsOf = (kind: JointKind, children: Record<string, string> = {}) => {
      const type = typeOf(kind);
      return type.sends(type.read(elementOf(type.element, children)), describeDevice(type.element));
    };
    expect(fieldsOf("Slider").map(({ name, unit }) => `${name} ${unit}`)).toEqual([
      "position m",
      "velocity m/s",
      "effort N",
    ]);
    expect(fieldsOf("Hinge2").map(({ name }) => name)).toEqual(
      "position1 velocity1 effort1 position2 velocity2 effort2".split(" "),
    );
    expect(fieldsOf("BallSocket").length).toBe(7);
    expect(fieldsOf("AMotor", { Axis1: "", Axis2: "" }).length).toBe(6);
    expect(fieldsOf("AMotor", { Axis1: "", Axis2: "", Axis3: "" }).length).toBe(9);
    expect(fieldsOf("AMotor", { Axis: "" }).length).toBe(3);
  });
});
