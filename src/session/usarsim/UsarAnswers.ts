// Replies to GETSTARTPOSES, GETCONF and GETGEO, in USARSim's frames. One line has all devices of a type, one after the other.

import type { DeviceDescription, RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError, showValue } from "../../describe/SimError.js";
import type { CameraSettings } from "../../devices/camera/CameraSensor.js";
import { atan, PI, tan } from "../../math/Trigonometry.js";
import { centreOfEntity, massOfEntity } from "../../physics/Masses.js";
import type { World } from "../../world/World.js";
import { rollingWheels } from "../RollingWheels.js";
import { bodyPose, bodyVector, worldAngles, worldVector } from "./UsarFrames.js";
import { isRevolute, type UsarAxis } from "./UsarJoints.js";
import { isSameName, type UsarLine, type UsarValue, usarVector, writeLine } from "./UsarLine.js";
import { isMeant, usarType } from "./UsarSensors.js";
import { ENCODER_RESOLUTION } from "./UsarStatus.js";
import { WHEEL_JOINTS } from "./UsarWheels.js";

type Blocks = readonly (readonly [string, UsarValue])[];

export function startPoses({ file }: World): string {
  const poses = file.spawns.map(({ name, pose }) => {
    const { position, orientation } = pose;
    return `${name.replace(/\s/g, "_")} ${usarVector(worldVector(position))} ${usarVector(worldAngles(orientation))}`;
  });
  const count = writeLine("NFO", [["StartPoses", poses.length]]);
  return poses.length === 0 ? count : `${count} {${poses.join(" ").replace(/[{}]/g, "_")}}`;
}

const VEHICLES: readonly string[] = ["Robot", "LeggedVehicle", "GroundVehicle"];
const JOINTS: readonly string[] = ["Joint", "MisPkg", "Actuator", ...VEHICLES];

export function configuration(line: UsarLine, robot: RobotDescription, axes: readonly UsarAxis[]): string {
  const type = line.text("Type");
  if (JOINTS.some((one) => isSameName(one, type)))
    return writeLine("CONF", [
      ["Type", type],
      ["Name", robot.name],
      ["Mass", massOfEntity(robot.entity)],
      ...axes.flatMap(jointBlocks),
    ]);
  if (isSameName(type, "Encoder"))
    return writeLine("CONF", [
      ["Type", "Encoder"],
      ["Resolution", ENCODER_RESOLUTION],
      ...axes.filter(isRevolute).map(({ name }) => ["Name", name] as const),
    ]);
  return writeLine("CONF", [["Type", type], ...chosen(line, robot).flatMap(deviceConfiguration)]);
}

const jointBlocks = (axis: UsarAxis, index: number): Blocks => {
  const { LoStop, HiStop } = axis.joint.parameters[axis.axis];
  return [
    ["Link", index + 1],
    ["Joint", axis.name],
    ["JointType", isRevolute(axis) ? "Revolute" : "Prismatic"],
    ["MaxTorque", axis.maxTorque],
    ["MinValue", LoStop],
    ["MaxValue", HiStop],
  ];
};

function deviceConfiguration({ name, kind, rateHz, settings }: DeviceDescription): Blocks {
  const common: Blocks = [
    ["Name", name],
    ["ScanInterval", rateHz ? 1 / rateHz : 0],
  ];
  if (kind !== "CameraSensor") return common;
  const { width, height, fovDeg } = settings as CameraSettings;
  // USARSim's field of view is horizontal
  const fov = 2 * atan((width / height) * tan((fovDeg * PI) / 360));
  return [...common, ["CameraFov", fov], ["TextureResolutionX", width], ["TextureResolutionY", height]];
}

/** Of the robot itself {Type Robot}, of its encoders, or of its devices of a type. */
export function geometry(line: UsarLine, robot: RobotDescription, axes: readonly UsarAxis[]): string {
  const type = line.text("Type");
  if (VEHICLES.some((one) => isSameName(one, type))) return vehicleGeometry(robot);
  if (isSameName(type, "Encoder"))
    return writeLine("GEO", [["Type", "Encoder"], ...axes.filter(isRevolute).flatMap(encoderGeometry)]);
  const devices = chosen(line, robot).flatMap(({ name, pose, body }): Blocks => {
    const { location, angles } = bodyPose(pose);
    return [
      ["Name", name],
      ["Location", location],
      ["Orientation", angles],
      ["Mount", body ?? "HARD"],
    ];
  });
  return writeLine("GEO", [["Type", line.text("Type")], ...devices]);
}

const encoderGeometry = ({ name, joint }: UsarAxis): Blocks => [
  ["Name", name],
  ["Location", bodyVector(joint.anchor)],
  ["Orientation", [0, 0, 0]],
  ["Mount", joint.body1],
];

/** Centre of mass, and what its wheels say: radius, distance between the sides, distance between the axles. */
function vehicleGeometry({ name, entity }: RobotDescription): string {
  const wheels = rollingWheels(entity, WHEEL_JOINTS);
  const span = (axis: number): number => {
    const places = wheels.map(({ middle }) => middle[axis]);
    return Math.max(...places) - Math.min(...places);
  };
  const [x, y] = [span(0), span(1)];
  const isAlongX = wheels.length > 0 && Math.abs(wheels[0].joint.axes[wheels[0].axis][0]) > Math.SQRT1_2;
  return writeLine("GEO", [
    ["Type", wheels.length > 0 ? "GroundVehicle" : "LeggedVehicle"],
    ["Name", name],
    ["COG", bodyVector(centreOfEntity(entity))],
    ...(wheels.length > 0
      ? ([
          ["WheelRadius", wheels[0].radius],
          ["WheelSeparation", isAlongX ? x : y],
          ["WheelBase", isAlongX ? y : x],
        ] as const)
      : []),
  ]);
}

/** Devices of {Type T}, in USARSim's or this simulator's word, and of {Name n} if it is given. */
function chosen(line: UsarLine, { name: robot, devices }: RobotDescription): readonly DeviceDescription[] {
  const [type, name] = [line.text("Type"), line.find("Name")];
  const same = devices.filter(({ kind }) => isMeant(type, kind));
  const found = name === undefined ? same : same.filter((device) => isSameName(device.name, name));
  if (found.length > 0) return found;
  const types = [...new Set(devices.map(({ kind }) => usarType(kind)))].join(", ");
  throw new SimError("LINE_UNSUPPORTED", {
    where: `${line.type} of ${robot}`,
    found: `${showValue(type)}${name === undefined ? "" : `, ${showValue(name)}`}`,
    allowed: `the types of its devices: ${types || "none"}`,
  });
}
