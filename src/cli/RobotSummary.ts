// The summary of a robot for `ubersim validate` (R10): bodies with masses, joints, devices, latencies, start place. First as
// plain data for --json, then as text.

import { type Joint, odeSpring, springOfOde } from "../describe/entity/Joint.js";
import type { Latency } from "../describe/robot/Latency.js";
import type { DeviceDescription, RobotDescription } from "../describe/robot/RobotDescription.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { payloadBytes, payloadText, pictureText, sentFields } from "../devices/Payload.js";
import { massOfBody } from "../physics/Masses.js";

export type RobotSummary = ReturnType<typeof summarizeRobot>;

/** `stepSec`: the step for which springs are shown in ODE's form. */
export function summarizeRobot(robot: RobotDescription, devices: DeviceRegistry, stepSec = 0.001) {
  const bodies = robot.entity.bodies.map((body) => {
    const { mass, center, inertia } = massOfBody(body, `${robot.name}/${body.name}`);
    const solids = body.solids.map(({ name, shape }) => `${shape.kind} ${name}`);
    return { name: body.name, massKg: mass, centerOfMass: center, inertia, solids };
  });
  const inBodies = robot.devices
    .filter((one) => one.body !== undefined)
    .map((one) => summarizeDevice(one, robot, devices));
  return {
    name: robot.name,
    massKg: bodies.reduce((sum, body) => sum + body.massKg, 0),
    bodies,
    joints: robot.entity.joints.map((joint) => summarizeJoint(joint, robot, devices, stepSec)),
    gears: robot.entity.gears,
    ropes: robot.entity.ropes.map(({ points, ...rope }) => ({
      ...rope,
      points: points.map(({ body = null, position }) => ({ body, position })),
    })),
    sensors: inBodies.filter(({ role }) => role === "sensor"),
    actuators: inBodies.filter(({ role }) => role !== "sensor"),
    latency: latencyText(robot.latency),
    offset: robot.offset ?? null,
    orientation: robot.orientation,
    settle: robot.settle,
    selfCollide: robot.entity.selfCollide,
    controlRateHz: robot.controlRateHz ?? null,
    stall: robot.stall ?? null,
  };
}

function summarizeJoint(joint: Joint, robot: RobotDescription, devices: DeviceRegistry, stepSec: number) {
  const device = robot.devices.find(({ name, body }) => name === joint.name && body === undefined);
  const axes = joint.axes.map((axis, i) => {
    const { LoStop, HiStop, Vel, FMax } = joint.parameters[i];
    return { axis, loStop: finite(LoStop), hiStop: finite(HiStop), vel: Vel, fMax: finite(FMax) };
  });
  const { name, kind, body1, body2 = null, anchor, servo } = joint;
  const sends = device?.rateHz === undefined ? null : summarizeDevice(device, robot, devices);
  const commandLatency = latencyText(device?.commandLatency ?? robot.latency);
  const suspension = summarizeSpring(joint, stepSec);
  return {
    ...{ name, kind: `Joint${kind}`, body1, body2, anchor, axes, servo: servo?.mode ?? null, suspension },
    ...{ commandLatency, sends },
  };
}

/** The spring of a hinge-2 in both forms; null: rigid. */
function summarizeSpring({ suspension, parameters, kind }: Joint, stepSec: number) {
  if (kind !== "Hinge2") return null;
  const spring = suspension ?? springOfOde(parameters[0], stepSec);
  if (!spring) return null;
  const { SuspensionERP: erp, SuspensionCFM: cfm } = suspension ? odeSpring(suspension, stepSec) : parameters[0];
  return { ...spring, stepSec, erp, cfm };
}

/** JSON has no infinity: null means no stop or no limit. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function summarizeDevice(device: DeviceDescription, robot: RobotDescription, devices: DeviceRegistry) {
  const type = devices.type(device.kind);
  const sends = sentFields(type, device);
  const picture = type.picture?.(device.settings);
  const takes = payloadText(type.takes);
  return {
    name: device.name,
    kind: device.kind,
    role: type.role,
    body: device.body ?? null,
    position: device.pose.position,
    /** Null: every frame. */
    rateHz: device.rateHz ?? null,
    payload: picture ? pictureText(picture) : payloadText(sends),
    /** Null: the size varies, as that of a picture. */
    bytes: picture || type.bytesPerSec ? null : payloadBytes(sends, device.stamp && sends.length > 0),
    picture: picture ? { width: picture.width, height: picture.height, format: picture.format } : null,
    stamp: device.stamp,
    latency: latencyText(device.latency),
    takes,
    commandLatency: takes === "" ? null : latencyText(device.commandLatency ?? robot.latency),
    noise: noiseText(device),
    settings: device.settings ?? null,
  };
}

const ms = (ns: number): string => `${figure(ns / 1e6)} ms`;

function latencyText({ model, drop, reorder, hold }: Latency): string {
  const rest = `${drop > 0 ? `, ${figure(100 * drop)} % lost` : ""}${reorder ? ", may be reordered" : ""}${hold ? ", held" : ""}`;
  switch (model.kind) {
    case "constant":
      return ms(model.valueNs) + rest;
    case "uniform":
      return `${ms(model.minNs)} to ${ms(model.maxNs)}${rest}`;
    case "normal":
      return `${ms(model.meanNs)} ± ${ms(model.sdNs)}${rest}`;
    case "gamma":
      return `gamma of shape ${figure(model.shape)}, scale ${ms(model.scaleNs)}${rest}`;
    case "trace":
      return `${model.delaysNs.length} measured delays${rest}`;
  }
}

function noiseText({ noise }: DeviceDescription): string {
  const parts = [
    noise.gaussian > 0 ? `sd ${noise.gaussian}` : "",
    noise.bias !== 0 ? `bias ${noise.bias}` : "",
    noise.drift > 0 ? `drift ${noise.drift}` : "",
    Number.isFinite(noise.min) ? `min ${noise.min}` : "",
    Number.isFinite(noise.max) ? `max ${noise.max}` : "",
    noise.quantum > 0 ? `quantum ${noise.quantum}` : "",
    noise.dropout > 0 ? `dropout ${noise.dropout}` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

// ---- text

/** Four significant digits, without trailing zeros. */
export const figure = (value: number): string => String(Number(value.toPrecision(4)));
/** Numbers that are only rounding errors of the largest one become 0. */
export function figures(values: readonly number[], largest = Math.max(...values.map(Math.abs))): string {
  return values.map((value) => figure(Math.abs(value) < ROUNDING * largest ? 0 : value)).join(" ");
}
const ROUNDING = 1e-12;
/** A position in m; numbers below the rounding error of 1 m become 0. */
const place = (position: readonly number[]): string => figures(position, Math.max(1, ...position.map(Math.abs)));

export function robotText(robot: RobotSummary): string {
  const { bodies, joints, gears, ropes, sensors, actuators } = robot;
  const lines = [
    `robot "${robot.name}": ${figure(robot.massKg)} kg, ${partsText(robot)}`,
    "",
    "  bodies: mass kg | centre of mass m | inertia kg·m² about it: xx yy zz, xy xz yz | solids",
    ...table(bodies.map(bodyRow)),
    ...(joints.length > 0
      ? ["", "  joints: kind | bodies | anchor m | axes | commands", ...table(joints.map(jointRow))]
      : []),
    ...(gears.length > 0 ? ["", "  gears: position 1 = ratio position 2 + offset", ...table(gears.map(gearRow))] : []),
    ...(ropes.length > 0 ? ["", "  ropes: maximum length m | points m", ...table(ropes.map(ropeRow))] : []),
    ...(sensors.length > 0 ? ["", "  sensors: kind | body | rate | sends", ...table(sensors.map(sensorRow))] : []),
    ...(actuators.length > 0
      ? ["", "  actuators: kind | body | takes | commands", ...table(actuators.map(actuatorRow))]
      : []),
    "",
    `  commands ${late(robot.latency)}, unless a device has its own latency`,
    `  start: ${robot.offset ? `at ${place(robot.offset)} m` : "at the next free spawn point"}${robot.settle ? ", lifted out of the ground" : ""}`,
    ...(robot.controlRateHz === null ? [] : [`  its client gets ${figure(robot.controlRateHz)} frames per second`]),
    ...(robot.stall === null ? [] : [`  stalled client: ${robot.stall.policy} after ${robot.stall.seconds} s`]),
    ...(robot.selfCollide ? [] : ["  its own bodies do not collide with each other"]),
  ];
  return lines.join("\n");
}

function partsText({ bodies, joints, gears, ropes, sensors, actuators }: RobotSummary): string {
  const count = (many: readonly unknown[], one: string, several = `${one}s`): string =>
    `${many.length} ${many.length === 1 ? one : several}`;
  const parts = [
    count(bodies, "body", "bodies"),
    count(joints, "joint"),
    ...(gears.length > 0 ? [count(gears, "gear")] : []),
    ...(ropes.length > 0 ? [count(ropes, "rope")] : []),
    count(sensors, "sensor"),
  ];
  return [...parts, ...(actuators.length > 0 ? [count(actuators, "actuator")] : [])].join(", ");
}

const late = (latency: string): string => (latency === "0 ms" ? "act at once" : `${latency} late`);

function bodyRow({ name, massKg, centerOfMass, inertia: t, solids }: RobotSummary["bodies"][number]): string[] {
  const largest = Math.max(...t.map(Math.abs));
  const tensor = `${figures([t[0], t[4], t[8]], largest)}, ${figures([t[1], t[2], t[5]], largest)}`;
  return [name, figure(massKg), place(centerOfMass), tensor, solids.join(", ")];
}

function jointRow(joint: RobotSummary["joints"][number]): string[] {
  const axes = joint.axes.map(({ axis, loStop, hiStop, vel, fMax }) => {
    const stops = loStop === null && hiStop === null ? "" : ` from ${loStop ?? "-inf"} to ${hiStop ?? "inf"}`;
    const motor =
      fMax === 0 ? "" : ` motor ${figure(vel)} with ${fMax === null ? "any force" : `at most ${figure(fMax)}`}`;
    return `${figures(axis)}${stops}${motor}`;
  });
  const reports = joint.sends ? `; reports ${rateText(joint.sends.rateHz)}: ${sentText(joint.sends)}` : "";
  const ends = `${joint.body1} - ${joint.body2 ?? "the world"}`;
  const servo = joint.servo ? `, servo (${joint.servo})` : "";
  const commands = joint.axes.length > 0 ? `${late(joint.commandLatency)}${servo}` : "none";
  const spring = joint.suspension ? [springText(joint.suspension)] : [];
  return [
    ...[joint.name, joint.kind, ends, place(joint.anchor)],
    ...[[...axes, ...spring].join("; ") || "none", commands + reports],
  ];
}

function springText(spring: NonNullable<RobotSummary["joints"][number]["suspension"]>): string {
  const { stiffness, damping, stepSec, erp, cfm } = spring;
  const ode = `ERP ${figure(erp)}, CFM ${figure(cfm)} at a step of ${figure(1000 * stepSec)} ms`;
  return `spring ${figure(stiffness)} N/m, ${figure(damping)} N·s/m (${ode})`;
}

function gearRow({ name, joint1, axis1, joint2, axis2, ratio, offset }: RobotSummary["gears"][number]): string[] {
  const sum = offset === 0 ? "" : ` ${offset < 0 ? "-" : "+"} ${figure(Math.abs(offset))}`;
  return [name, `${joint1} axis ${axis1}`, `= ${figure(ratio)} x ${joint2} axis ${axis2}${sum}`];
}

function ropeRow({ name, maxLength, stiffness, damping, points }: RobotSummary["ropes"][number]): string[] {
  const spring = stiffness > 0 ? `, ${figure(stiffness)} N/m, ${figure(damping)} N·s/m` : "";
  const path = points.map(({ body, position }) => `${body ?? "the world"} ${place(position)}`).join(" - ");
  return [name, `${figure(maxLength)}${spring}`, path];
}

function sensorRow(sensor: RobotSummary["sensors"][number]): string[] {
  return [sensor.name, sensor.kind, sensor.body ?? "", rateText(sensor.rateHz), sentText(sensor)];
}

function actuatorRow(actuator: RobotSummary["actuators"][number]): string[] {
  const reports = actuator.payload === "" ? "" : `; reports ${rateText(actuator.rateHz)}: ${sentText(actuator)}`;
  const commands = late(actuator.commandLatency ?? "0 ms") + reports;
  return [actuator.name, actuator.kind, actuator.body ?? "", actuator.takes || "nothing", commands];
}

/** The samples of a device: fields, size, latency and noise. */
function sentText({ payload, picture, stamp, bytes, latency, noise }: RobotSummary["sensors"][number]): string {
  const size = picture ? `${picture.width} x ${picture.height} pixels` : `${bytes ?? "any number of"} bytes`;
  const sends = payload === "" ? "nothing" : `${stamp ? "float64 stamp, " : ""}${payload} (${size})`;
  return `${sends}${latency === "0 ms" ? "" : `, ${latency} late`}${noise === "" ? "" : `, noise: ${noise}`}`;
}

const rateText = (rateHz: number | null): string => (rateHz === null ? "every frame" : `${figure(rateHz)} Hz`);

/** Rows with aligned columns. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) => `    ${row.map((cell, i) => cell.padEnd(widths[i])).join("  ")}`.trimEnd());
}
