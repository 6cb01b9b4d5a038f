// The common part of OmniRobot and DiffRobot (R8): the keys of their text files, and the XML that is made from them. In a text
// file, sizes and positions are in mm: x right, y forward, z up, from the ground below the robot's centre; the XML is in m. The
// body is a hull with the kicker's plate in front, wheels and dribbler turn on hinges, and a VelocityDrive drives the wheels.

import { cos, DEGREE, sin } from "../../../math/Trigonometry.js";
import { SimError } from "../../SimError.js";
import { hullMesh } from "./HullMesh.js";
import { dribblerMotorText, dribblerText, KICKER_KEYS, kickerText } from "./KickerText.js";
import { escapeXml, type TextKeys, type TextValues } from "./RobotType.js";
import { PATTERN_KEYS, teamPattern } from "./TopPattern.js";

/** mm; a larger size is probably a mistake. */
const MAX_SIZE_MM = 10_000;
const LENGTH = { above: 0, max: MAX_SIZE_MM, unit: "mm" } as const;
const MASS = { above: 0, max: 1000, unit: "kg" } as const;
const TORQUE = { above: 0, max: 1e4, unit: "N·m" } as const;
const SPIN = { above: 0, max: 1e5, unit: "rad/s" } as const;
const INERTIA = { above: 0, max: 1e5, unit: "kg·m²", optional: true } as const;
/** Two numbers: in the plane, and of rotation. */
const BOTH = { count: 2, above: 0, max: 1e5, optional: true } as const;

export const WHEELED_KEYS = {
  ...PATTERN_KEYS,
  BODY_RADIUS: LENGTH,
  BODY_HEIGHT: LENGTH,
  BODY_MASS: MASS,
  BODY_FRONT: { ...LENGTH, optional: true },
  BODY_CENTER: { count: [1, 3], min: -MAX_SIZE_MM, max: MAX_SIZE_MM, unit: "mm", optional: true },
  BODY_INERTIA: { ...INERTIA, count: 3 },
  BODY_MATERIAL: { type: "word", optional: true },
  WHEEL_RADIUS: LENGTH,
  WHEEL_WIDTH: LENGTH,
  WHEEL_DISTANCE: LENGTH,
  WHEEL_MASS: MASS,
  WHEEL_INERTIA: { ...INERTIA, count: 2 },
  WHEEL_MATERIAL: { type: "word", optional: true },
  MOTOR_TORQUE: TORQUE,
  MOTOR_SPEED: SPIN,
  MOTOR_LIMIT: { ...TORQUE, optional: true },
  GYRO_GAIN: { above: 0, max: 100, optional: true },
  LIMIT_SPEED: { ...BOTH, unit: "m/s and rad/s" },
  LIMIT_ACCELERATION: { ...BOTH, unit: "m/s² and rad/s²" },
  LIMIT_BRAKING: { ...BOTH, unit: "m/s² and rad/s²" },
  ...KICKER_KEYS,
} as const satisfies TextKeys;

export type WheeledValues = TextValues<typeof WHEELED_KEYS>;

/** The parts of a robot other than its body: XML of bodies and of joints. */
export interface Part {
  readonly bodies: string;
  readonly joints: string;
}

/** Clearance between body and ground, m: a ball does not fit below, and the distance is too large for contacts. */
const CLEARANCE = 0.01;

/** The whole document. `angles`: angles of the wheels, degrees from forward, counter-clockwise. */
export function wheeledRobot(
  values: WheeledValues,
  angles: readonly number[],
  material: string,
  more: Part[] = [],
): string {
  const parts = [...angles.map((angle, i) => wheelOf(values, angle, i, material)), ...dribblerText(values), ...more];
  return `<Client>
<CSettings> <Name>${escapeXml(values.NAME)}</Name> <SelfCollide>false</SelfCollide> </CSettings>
<Entity>
<RigidBodies>
${bodyOf(values, angles)}
${parts.map(({ bodies }) => bodies).join("\n")}
</RigidBodies>
<Joints>
${parts.map(({ joints }) => joints).join("\n")}
</Joints>
</Entity>
</Client>`;
}

function bodyOf(values: WheeledValues, angles: readonly number[]): string {
  const { BODY_HEIGHT, BODY_INERTIA } = values;
  return `<Body name="Body"> <CenterOfMass>${centerOf(values).join(" ")}</CenterOfMass>
${BODY_INERTIA ? `<Inertia>${BODY_INERTIA.join(" ")} 0 0 0</Inertia>` : ""}
${shellOf(values)}
${teamPattern(values, BODY_HEIGHT / 1000, values.BODY_RADIUS / 1000)}
${kickerText(values)}
${driveOf(values, angles)}
${dribblerMotorText(values)}
<PoseSensor name="Pose"> <Rate>50</Rate> </PoseSensor>
</Body>`;
}

/** m: the height on the axis, or all three coordinates. */
function centerOf({ BODY_HEIGHT, BODY_RADIUS, BODY_CENTER = [BODY_HEIGHT / 3] }: WheeledValues): readonly number[] {
  if (BODY_CENTER.length === 2)
    throw new SimError("LENGTH_WRONG", { where: "BODY_CENTER", found: "2 numbers", allowed: "z, or x y z" });
  const [x, y, z] = BODY_CENTER.length === 1 ? [0, 0, BODY_CENTER[0]] : BODY_CENTER;
  const isInside = z > 0 && z <= BODY_HEIGHT && x * x + y * y <= BODY_RADIUS * BODY_RADIUS;
  if (!isInside)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where: "BODY_CENTER",
      found: BODY_CENTER.join(" "),
      allowed: `z above 0 and at most BODY_HEIGHT, ${BODY_HEIGHT} mm; x and y within BODY_RADIUS, ${BODY_RADIUS} mm`,
    });
  return [x / 1000, y / 1000, z / 1000];
}

/** The hull: round, or with a flat front. */
function shellOf({ BODY_RADIUS, BODY_HEIGHT, BODY_MASS, BODY_FRONT, BODY_MATERIAL }: WheeledValues): string {
  const [radius, top] = [BODY_RADIUS / 1000, BODY_HEIGHT / 1000];
  const look = `<Mass>${BODY_MASS}</Mass> <Material>${escapeXml(BODY_MATERIAL ?? "Plastic")}</Material> <Color>40 44 52</Color>`;
  if (top <= 2 * CLEARANCE)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where: "BODY_HEIGHT",
      found: BODY_HEIGHT,
      allowed: `above ${2000 * CLEARANCE}, mm`,
    });
  if (BODY_FRONT === undefined || BODY_FRONT === BODY_RADIUS)
    return `<Cylinder name="Shell"> ${look} <Radius>${radius}</Radius> <Length>${top - CLEARANCE}</Length>
<Position>0 0 ${(top + CLEARANCE) / 2}</Position> <Orientation> <angle>${90 * DEGREE}</angle> <axis>1 0 0</axis> </Orientation> </Cylinder>`;
  if (BODY_FRONT > BODY_RADIUS)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where: "BODY_FRONT",
      found: BODY_FRONT,
      allowed: `at most BODY_RADIUS, ${BODY_RADIUS} mm`,
    });
  const { vertices, triangles } = hullMesh({ radius, front: BODY_FRONT / 1000, bottom: CLEARANCE, top });
  return `<Mesh name="Shell"> ${look} <Vertices>${vertices.join(" ")}</Vertices> <Triangles>${triangles.join(" ")}</Triangles> </Mesh>`;
}

function driveOf(values: WheeledValues, angles: readonly number[]): string {
  const { WHEEL_RADIUS, WHEEL_DISTANCE, MOTOR_TORQUE, MOTOR_SPEED } = values;
  const wheel = (angle: number, i: number): string =>
    `<Wheel> <Joint>Motor${i + 1}</Joint> <Angle>${angle * DEGREE}</Angle> <Distance>${WHEEL_DISTANCE / 1000}</Distance> <Radius>${WHEEL_RADIUS / 1000}</Radius> </Wheel>`;
  const pair = (names: readonly [string, string], numbers: readonly number[] | undefined): string =>
    numbers ? names.map((name, i) => `<${name}>${numbers[i]}</${name}>`).join(" ") : "";
  return `<VelocityDrive name="Drive"> <Rate>50</Rate>
<MotorTorque>${MOTOR_TORQUE}</MotorTorque> <MotorSpeed>${MOTOR_SPEED}</MotorSpeed>
${values.MOTOR_LIMIT === undefined ? "" : `<MotorLimit>${values.MOTOR_LIMIT}</MotorLimit>`}
${values.GYRO_GAIN === undefined ? "" : `<GyroGain>${values.GYRO_GAIN}</GyroGain>`}
${pair(["MaxSpeed", "MaxTurn"], values.LIMIT_SPEED)}
${pair(["Acceleration", "TurnAcceleration"], values.LIMIT_ACCELERATION)}
${pair(["Braking", "TurnBraking"], values.LIMIT_BRAKING)}
${angles.map(wheel).join("\n")}
</VelocityDrive>`;
}

/** The axle points to the robot's centre, which fixes the sign of the kinematics. */
function wheelOf(values: WheeledValues, angle: number, i: number, material: string): Part {
  const n = i + 1;
  const distance = values.WHEEL_DISTANCE / 1000;
  const [x, y] = [-sin(angle * DEGREE), cos(angle * DEGREE)];
  const hub = `${distance * x} ${distance * y} ${values.WHEEL_RADIUS / 1000}`;
  return {
    bodies: `<Body name="Wheel${n}"> ${wheelInertia(values.WHEEL_INERTIA, x, y)} <Cylinder name="Tyre${n}"> <Mass>${values.WHEEL_MASS}</Mass>
<Radius>${values.WHEEL_RADIUS / 1000}</Radius> <Length>${values.WHEEL_WIDTH / 1000}</Length> <Position>${hub}</Position>
<Orientation> <angle>${angle * DEGREE}</angle> <axis>0 0 1</axis> </Orientation>
<Material>${escapeXml(values.WHEEL_MATERIAL ?? material)}</Material> <Color>24 24 24</Color> </Cylinder> </Body>`,
    joints: `<JointHinge name="Motor${n}"> <Body1>Wheel${n}</Body1> <Body2>Body</Body2>
<AnchorPos>${hub}</AnchorPos> <Axis>${-x} ${-y} 0</Axis> </JointHinge>`,
  };
}

/** `x y 0`: the axle. `inertia`: about the axle and across it. */
function wheelInertia(inertia: readonly number[] | undefined, x: number, y: number): string {
  if (!inertia) return "";
  const [axle, across] = inertia;
  const more = axle - across;
  return `<Inertia>${across + more * x * x} ${across + more * y * y} ${across} ${more * x * y} 0 0</Inertia>`;
}
