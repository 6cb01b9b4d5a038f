// Hello (W6): the message before the first frame. It describes the world and every device of the robot, from the devices'
// own descriptions. The wire calls devices components.

import type { Latency } from "../../describe/robot/Latency.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { payloadText, pictureText } from "../../devices/Payload.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotDevice } from "../../world/RobotDevice.js";
import type { World } from "../../world/World.js";
import type { Hello, HelloComponent } from "./HelloMessage.js";

const PROTOCOL_VERSION = 1;

export type { Hello, HelloComponent } from "./HelloMessage.js";

export function helloOf(world: World, robot: Robot): Hello {
  return {
    protocol: PROTOCOL_VERSION,
    name: robot.name,
    time: world.timeSec,
    step: world.stepNs / NS_PER_SEC,
    seed: world.seed,
    ...oldNumbersOf(robot),
    components: robot.devices.map((device) => describeDevice(world, robot, device)),
  };
}

function oldNumbersOf({ devices }: Robot): Pick<Hello, "odeNumbers"> {
  const odeNumbers = devices.find(({ description }) => description.odeNumbers)?.description.odeNumbers;
  return odeNumbers ? { odeNumbers } : {};
}

export function describeDevice(world: World, robot: Robot, { description, sends, type }: RobotDevice): HelloComponent {
  const picture = type.picture?.(description.settings);
  const isSending = sends.length > 0 || picture !== undefined;
  const stamp = description.stamp && isSending ? "float64 stamp, " : "";
  return {
    name: description.name,
    kind: description.kind,
    payload: stamp + (picture ? pictureText(picture) : payloadText(sends)),
    unit: [...new Set(sends.map((field) => field.unit).filter((unit) => unit !== ""))].join(", "),
    takes: payloadText(type.takes),
    rate: isSending ? (description.rateHz ?? NS_PER_SEC / world.stepNs) : 0,
    latency: meanDelaySec(description.latency),
    commandLatency: meanDelaySec(description.commandLatency ?? robot.description.latency),
    ...(picture ? { width: picture.width, height: picture.height, format: picture.format } : {}),
  };
}

/** Mean of a delay model, s. Ignores the bounds of normal and gamma models. */
export function meanDelaySec({ model }: Latency): number {
  switch (model.kind) {
    case "constant":
      return model.valueNs / NS_PER_SEC;
    case "uniform":
      return (model.minNs + model.maxNs) / 2 / NS_PER_SEC;
    case "normal":
      return model.meanNs / NS_PER_SEC;
    case "gamma":
      return (model.shape * model.scaleNs) / NS_PER_SEC;
    case "trace":
      return model.delaysNs.reduce((sum, ns) => sum + ns, 0) / model.delaysNs.length / NS_PER_SEC;
  }
}
