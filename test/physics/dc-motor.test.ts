// The DC motor against closed form: no-load speed, stall torque, the line between them, spin-up, friction, stiff constants.

import { afterEach, describe, expect, test } from "vitest";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { JointInput } from "../../src/describe/entity/Joint.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { DC_MOTOR, type MotorSettings } from "../../src/devices/actuators/DcMotor.js";
import { JOINT_DEVICES } from "../../src/devices/actuators/JointDevice.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import type { Device } from "../../src/devices/Device.js";
import { FORCE_SENSOR } from "../../src/devices/sensors/ForceSensor.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { applyForce, applyTorque, freezeBody, readBody } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { mountDevice, propertyMessage } from "../../testing/builders/Devices.js";
import { robotXml } from "../../testing/builders/Documents.js";
import { refusal } from "../../testing/builders/Refusal.js";
import { bodyOf, boxShape, disposeWorlds, floating, makeWorld, run } from "../../testing/builders/SmallWorlds.js";

afterEach(disposeWorlds);

const VOLTAGE = 96;
/** A geared motor of a small robot. */
const MOTOR: MotorSettings = {
  joint: "Axle",
  axis: 0,
  resistance: 2,
  torqueConstant: 0.03,
  backEmfConstant: 0.03,
  gear: 10,
  efficiency: 0.8,
  viscousFriction: 0,
  coulombFriction: 0,
  rotorInertia: 0,
  maxVoltage: 24,
  voltage: 0,
};
const SIDE = 0.2;
const MASS = 2;
/** Moment of inertia of a cube about its centre. */
const INERTIA = (MASS * SIDE * SIDE) / 6;
const PER_VOLT = (0.8 * 10 * 0.03) / 2;
const DAMPING = PER_VOLT * 0.03 * 10;

const wheelRobot = (joint: Partial<JointInput> = {}): EntityInput => ({
  name: "robot",
  bodies: [
    bodyOf("Body", boxShape(0.5), { position: [0, 0, 0], mass: 20 }),
    bodyOf("Wheel", boxShape(SIDE), { position: [1, 0, 0], mass: MASS }),
  ],
  joints: [
    { name: "Ground", kind: "Fixed", body1: "Body" },
    { name: "Axle", kind: "Hinge", body1: "Wheel", body2: "Body", anchor: [1, 0, 0], axes: [[0, 0, 1]], ...joint },
  ],
});

const mount = (physics: Physics, more: Partial<MotorSettings> = {}): Device =>
  mountDevice(physics, "robot", DC_MOTOR, { settings: { ...MOTOR, ...more } });

/** Sends volts as a client does. */
function sendVolts(device: Device, volts: number): void {
  const command = device.read?.(propertyMessage(VOLTAGE, volts));
  if (command) device.act?.(command);
}
const speed = (physics: Physics): number => readJoint(physics, "robot", "Axle")[0].velocity;

describe("[S5] DC motor", () => {
  test.each([1, 2, 5])("no-load speed V / (Kb N), with a step of %d ms", async (ms) => {
    const physics = await makeWorld({ ...floating(wheelRobot()), stepSec: ms / 1000 });
    const device = mount(physics);
    sendVolts(device, 12);
    run(physics, 10);
    expect(speed(physics)).toBeCloseTo(12 / (0.03 * 10), 6);
    const [current, velocity] = device.sample?.() ?? [];
    expect(current).toBeCloseTo(0, 6);
    expect(velocity).toBeCloseTo(40, 6);
  });

  test("stall torque e N Kt V / R: in the joint's effort, and as reaction on its mount", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    const device = mount(physics);
    const force = mountDevice(physics, "robot", FORCE_SENSOR, { settings: { joint: "Ground" } });
    freezeBody(physics, "robot", "Wheel", true);
    sendVolts(device, 12);
    run(physics, 0.2);
    expect(Math.abs(speed(physics))).toBeLessThan(1e-4);
    const stall = PER_VOLT * 12;
    expect(readJoint(physics, "robot", "Axle")[0].effort).toBeCloseTo(stall, 4);
    expect(device.sample?.()[0]).toBeCloseTo(12 / 2, 4);
    // the motor pushes the wheel one way and its mount the other; the ground holds the mount
    expect(force.sample?.()[5]).toBeCloseTo(stall, 4);
  });

  test.each([0.25, 0.5, 0.75])(
    "the torque-speed line: %d of the stall torque leaves the rest of the speed",
    async (share) => {
      const physics = await makeWorld(floating(wheelRobot()));
      const device = mount(physics);
      sendVolts(device, 12);
      run(physics, 8, () => applyTorque(physics, "robot", "Wheel", [0, 0, -share * PER_VOLT * 12]));
      expect(speed(physics)).toBeCloseTo((1 - share) * 40, 4);
      expect(device.sample?.()[0]).toBeCloseTo(share * 6, 4);
      expect(readJoint(physics, "robot", "Axle")[0].effort).toBeCloseTo(share * PER_VOLT * 12, 4);
    },
  );

  test("spin-up with the time constant (I + N² Jr) / d", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    const device = mount(physics, { rotorInertia: 1e-4 });
    sendVolts(device, 12);
    const inertia = INERTIA + 100 * 1e-4;
    run(physics, 0.2);
    expect(speed(physics)).toBeCloseTo(40 * (1 - Math.exp((-0.2 * DAMPING) / inertia)), 5);
  });

  test.each([1, 5])("extreme stiffness: it is at speed after one step of %d ms and stays there", async (ms) => {
    const physics = await makeWorld({ ...floating(wheelRobot()), stepSec: ms / 1000 });
    const device = mount(physics, { resistance: 1e-6, gear: 100 });
    sendVolts(device, 12);
    for (let i = 0; i < 50; i++) {
      physics.step();
      expect(speed(physics)).toBeCloseTo(12 / (0.03 * 100), 3);
    }
    sendVolts(device, -12);
    physics.step();
    expect(speed(physics)).toBeCloseTo(-4, 3);
  });

  test("short-circuited it brakes", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    const device = mount(physics);
    sendVolts(device, 12);
    run(physics, 8);
    sendVolts(device, 0);
    const before = speed(physics);
    physics.step();
    expect(speed(physics)).toBeCloseTo(before * Math.exp((-physics.stepSec * DAMPING) / INERTIA), 6);
    expect(device.sample?.()[0]).toBeLessThan(-5);
  });

  test("the voltage is clamped to MaxVoltage; its sign is the direction", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    const device = mount(physics, { maxVoltage: 6 });
    sendVolts(device, -100);
    run(physics, 8);
    expect(speed(physics)).toBeCloseTo(-20, 5);
  });

  test("Body1 turns forward against Body2, whichever of them carries the other", async () => {
    const physics = await makeWorld(floating(wheelRobot({ body1: "Body", body2: "Wheel" })));
    sendVolts(mount(physics), 12);
    run(physics, 8);
    expect(speed(physics)).toBeCloseTo(40, 5);
    expect(readBody(physics, "robot", "Wheel").angularVelocity[2]).toBeCloseTo(-40, 5);
  });

  test("in the air nothing turns as a whole: the mount turns the other way", async () => {
    const { joints, ...rest } = wheelRobot();
    const physics = await makeWorld(floating({ ...rest, joints: joints?.slice(1) ?? [] }));
    sendVolts(mount(physics), 12);
    run(physics, 0.3);
    const spin = (body: string, inertia: number) => inertia * readBody(physics, "robot", body).angularVelocity[2];
    const { linearVelocity: v, position: x } = readBody(physics, "robot", "Wheel");
    const other = readBody(physics, "robot", "Body");
    const orbit = MASS * (x[0] * v[1] - x[1] * v[0]);
    const otherOrbit = 20 * (other.position[0] * other.linearVelocity[1] - other.position[1] * other.linearVelocity[0]);
    expect(spin("Wheel", INERTIA)).toBeGreaterThan(0.1);
    expect(spin("Wheel", INERTIA) + spin("Body", (20 * 0.25) / 6) + orbit + otherOrbit).toBeCloseTo(0, 3);
  });

  test("on a slider it is a winch: force N Kt i, speed V / (Kb N)", async () => {
    const physics = await makeWorld(floating(wheelRobot({ kind: "Slider", axes: [[0, 0, 1]] })));
    const device = mount(physics, { gear: 50, efficiency: 1 });
    sendVolts(device, 12);
    physics.step();
    const perVolt = (50 * 0.03) / 2;
    const damping = perVolt * 0.03 * 50;
    expect(speed(physics)).toBeCloseTo((perVolt * 12 * (1 - Math.exp((-0.001 * damping) / MASS))) / damping, 9);
    run(physics, 20);
    expect(speed(physics)).toBeCloseTo(12 / (0.03 * 50), 3);
  });

  test("on the second axis of a hinge-2", async () => {
    const axes: Vec3[] = [
      [0, 0, 1],
      [1, 0, 0],
    ];
    const physics = await makeWorld(floating(wheelRobot({ kind: "Hinge2", axes })));
    sendVolts(mount(physics, { axis: 1 }), 12);
    run(physics, 8);
    const [steer, roll] = readJoint(physics, "robot", "Axle");
    expect(roll.velocity).toBeCloseTo(40, 4);
    expect(Math.abs(steer.velocity)).toBeLessThan(1e-6);
  });
});

describe("[S5] friction of a DC motor", () => {
  const [VISCOUS, COULOMB] = [0.01, 0.3];

  test("it takes its share of the no-load speed, and a current flows", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    const device = mount(physics, { viscousFriction: VISCOUS, coulombFriction: COULOMB });
    sendVolts(device, 12);
    run(physics, 8);
    const expected = (PER_VOLT * 12 - COULOMB) / (DAMPING + VISCOUS);
    expect(speed(physics)).toBeCloseTo(expected, 4);
    const [current, velocity] = device.sample?.() ?? [];
    expect(velocity).toBeCloseTo(expected, 4);
    expect(current).toBeCloseTo((COULOMB + VISCOUS * expected) / (0.8 * 10 * 0.03), 4);
  });

  test("below its friction it does not start, just above it does", async () => {
    for (const share of [0.95, 1.1]) {
      const physics = await makeWorld(floating(wheelRobot()));
      const device = mount(physics, { coulombFriction: COULOMB, rotorInertia: 1e-3 });
      sendVolts(device, (share * COULOMB) / PER_VOLT);
      run(physics, 1);
      const turned = readJoint(physics, "robot", "Axle")[0].position;
      if (share < 1) expect(Math.abs(turned)).toBeLessThan(1e-3);
      else expect(turned).toBeGreaterThan(0.05);
    }
  });

  test("with an almost open circuit it slows down linearly and stops", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    const device = mount(physics, { coulombFriction: COULOMB, resistance: 1e8, maxVoltage: Number.POSITIVE_INFINITY });
    run(physics, 0.1, () => applyTorque(physics, "robot", "Wheel", [0, 0, COULOMB + INERTIA * 100]));
    expect(speed(physics)).toBeCloseTo(10, 3);
    run(physics, 0.2);
    expect(speed(physics)).toBeCloseTo(10 - (0.2 * COULOMB) / INERTIA, 2);
    run(physics, 1);
    expect(Math.abs(speed(physics))).toBeLessThan(1e-9);
    expect(device.sample?.()[1]).toBeCloseTo(0, 9);
  });

  test("friction holds a weight that is too light to turn it", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    mount(physics, { coulombFriction: COULOMB });
    run(physics, 2, () => applyForce(physics, "robot", "Wheel", [0, 2.5, 0], [1.1, 0, 0]));
    expect(Math.abs(readJoint(physics, "robot", "Axle")[0].position)).toBeLessThan(2e-4);
  });
});

describe("a DC motor in the world", () => {
  test("[M5] [M6] [T8] joins, leaves and restores of others do not change its bits, which are in the hash", async () => {
    const make = () => makeWorld(floating(wheelRobot()));
    const [physics, twin] = [await make(), await make()];
    const devices = [physics, twin].map((one) => mount(one, { coulombFriction: 0.1, rotorInertia: 1e-4 }));
    for (const device of devices) sendVolts(device, 12);
    for (const one of [physics, twin]) run(one, 0.1);
    expect(physics.hash()).toBe(twin.hash());
    physics.add({ name: "a", bodies: [bodyOf("X", boxShape(1), { position: [20, 0, 0] })] });
    const snapshot = physics.snapshot();
    for (const one of [physics, twin]) run(one, 0.1);
    expect(physics.hashOf("robot")).toBe(twin.hashOf("robot"));
    sendVolts(devices[0], 13);
    expect(physics.hashOf("robot")).not.toBe(twin.hashOf("robot"));
    run(physics, 0.1);
    physics.restore(snapshot);
    run(physics, 0.1);
    expect(physics.hashOf("robot")).toBe(twin.hashOf("robot"));
  });

  test("[T8] its voltage is saved", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    const device = mount(physics);
    sendVolts(device, 7);
    const memory = device.save?.() ?? [];
    expect(memory).toEqual([7]);
    sendVolts(device, 9);
    device.restore?.(memory);
    expect(device.sample?.()[0]).toBeCloseTo(3.5, 9);
  });
});

describe("DC motor: bad input", () => {
  const joints = `
<JointHinge name="Axle"><Body1>Arm</Body1><Body2>Trunk</Body2><Axis>1 0 0</Axis></JointHinge>`;
  const read = (xml: string) =>
    readRobotDocument(robotXml({ inTrunk: `<DcMotor name="M">${xml}</DcMotor>`, joints }), { kinds: builtInDevices() })
      .robot;
  const NEEDED = "<Joint>Axle</Joint><Resistance>2</Resistance><TorqueConstant>0.03</TorqueConstant>";

  test("required elements, and defaults", () => {
    expect(read(NEEDED).devices.find(({ name }) => name === "M")?.settings).toEqual({
      ...MOTOR,
      gear: 1,
      efficiency: 1,
      maxVoltage: Number.POSITIVE_INFINITY,
    });
  });

  test.each([
    ["", "ELEMENT_MISSING"],
    ["<Joint>Axle</Joint><Resistance>2</Resistance>", "ELEMENT_MISSING"],
    ["<Joint>Axle</Joint><TorqueConstant>1</TorqueConstant>", "ELEMENT_MISSING"],
    ["<Joint>Axel</Joint><Resistance>2</Resistance><TorqueConstant>1</TorqueConstant>", "COMPONENT_UNKNOWN"],
    ["<Joint>Axle</Joint><Resistance>0</Resistance><TorqueConstant>1</TorqueConstant>", "VALUE_OUT_OF_RANGE"],
    [`${NEEDED}<Axis>4</Axis>`, "VALUE_OUT_OF_RANGE"],
    [`${NEEDED}<Gear>0</Gear>`, "VALUE_OUT_OF_RANGE"],
    [`${NEEDED}<Efficiency>1.1</Efficiency>`, "VALUE_OUT_OF_RANGE"],
    [`${NEEDED}<CoulombFriction>-1</CoulombFriction>`, "VALUE_OUT_OF_RANGE"],
    [`${NEEDED}<MaxVoltage>6</MaxVoltage><Voltage>7</Voltage>`, "VALUE_OUT_OF_RANGE"],
    [`${NEEDED}<Inductance>1</Inductance>`, "ELEMENT_UNKNOWN"],
  ])("%s: %s", (xml, code) => {
    const problem = refusal(() => read(xml));
    expect(problem.code).toBe(code);
    expect(problem.line).toBeGreaterThan(0);
  });

  test.each<[string, Partial<JointInput>, Partial<MotorSettings>, string]>([
    ["an axis that the joint has not", {}, { axis: 1 }, "PARAMETER_UNKNOWN"],
    ["a servo", { kind: "Servo" }, {}, "PROPERTY_MISPLACED"],
    ["a joint that has a motor", { parameters: [{ FMax: 1 }] }, {}, "PROPERTY_MISPLACED"],
    ["a joint without axes", { kind: "BallSocket", axes: [] }, {}, "PARAMETER_UNKNOWN"],
  ])("%s is refused", async (_, joint, more, code) => {
    const physics = await makeWorld(floating(wheelRobot(joint)));
    expect(refusal(() => mount(physics, more)).code).toBe(code);
  });

  test("two motors on one axis, and messages to the joint's own, are refused", async () => {
    const physics = await makeWorld(floating(wheelRobot()));
    mount(physics);
    const settings = { ...MOTOR };
    expect(refusal(() => mountDevice(physics, "robot", DC_MOTOR, { name: "Second", settings })).code).toBe(
      "PROPERTY_MISPLACED",
    );
    const hinge = JOINT_DEVICES.find(({ element }) => element === "JointHinge");
    const joint = hinge && mountDevice(physics, "robot", hinge, { name: "Axle", settings: { axes: 1 } });
    for (const property of [2, 5, 8])
      expect(refusal(() => joint?.read?.(propertyMessage(property, 1))).code).toBe("PARAMETER_UNSUPPORTED");
    expect(joint?.read?.(propertyMessage(1, 1))).toBeDefined();
    expect(refusal(() => physics.setJoint("robot", "Axle", "FMax", 1)).code).toBe("PARAMETER_UNSUPPORTED");
  });

  test("messages", async () => {
    const device = mount(await makeWorld(floating(wheelRobot())));
    expect(refusal(() => device.read?.(propertyMessage(VOLTAGE, Number.NaN))).code).toBe("COMMAND_NOT_FINITE");
    expect(refusal(() => device.read?.(propertyMessage(VOLTAGE, Infinity))).code).toBe("COMMAND_NOT_FINITE");
    expect(refusal(() => device.read?.(propertyMessage(2, 1))).code).toBe("PARAMETER_UNKNOWN");
    expect(refusal(() => device.read?.(new DataView(new ArrayBuffer(4)))).code).toBe("PAYLOAD_SIZE_WRONG");
  });
});
