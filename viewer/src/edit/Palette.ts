// What the editor can add: each entry gives the XML of a new element at a place on the ground.

import type { IconName } from "../ui/Dom.js";

export interface PaletteEntry {
  readonly label: string;
  readonly picture: IconName;
  readonly group: "Fixed" | "Loose" | "Robots" | "World" | "Moving" | "Reactions";
  /** What it is, for people. */
  readonly what?: string;
  /** `at`: x y of the middle of the view, m. */
  readonly xml: (name: string, at: readonly [number, number]) => string | readonly string[];
}

type Shape = (z: number, at: readonly [number, number], mass: string) => string;

const place = ([x, y]: readonly [number, number], z: number): string => `<Position>${x} ${y} ${z}</Position>`;
const box =
  (x: number, y: number, z: number, color: string): Shape =>
  (_, at, mass) =>
    `<Box name="Solid">${mass}<XSize>${x}</XSize><YSize>${y}</YSize><ZSize>${z}</ZSize>${place(at, z / 2)}<Color>${color}</Color></Box>`;
const sphere: Shape = (z, at, mass) =>
  `<Sphere name="Solid">${mass}<Radius>${z}</Radius>${place(at, z)}<Color>#e08030</Color></Sphere>`;
// a cylinder lies along y: turned by a quarter about x it stands
const cylinder: Shape = (_, at, mass) =>
  `<Cylinder name="Solid">${mass}<Radius>0.2</Radius><Length>0.6</Length>${place(at, 0.3)}<Orientation><angle>1.570796327</angle><axis>1 0 0</axis></Orientation><Color>#5080c0</Color></Cylinder>`;

const fixed =
  (shape: Shape): PaletteEntry["xml"] =>
  (name, at) =>
    `<Static name="${name}">${shape(0.3, at, "")}</Static>`;
const loose =
  (shape: Shape): PaletteEntry["xml"] =>
  (name, at) =>
    `<Object name="${name}"><RigidBodies><Body name="Body">${shape(0.15, at, "<Mass>1</Mass>")}</Body></RigidBodies></Object>`;

const crate: PaletteEntry["xml"] = (name, [x, y]) =>
  `<Robot name="${name}"><Offset>${x} ${y} 0</Offset><Client><CSettings><Name>${name}</Name></CSettings><Entity><RigidBodies><Body name="Trunk"><Box name="Shell"><Mass>5</Mass><XSize>0.4</XSize><YSize>0.4</YSize><ZSize>0.3</ZSize><Position>0 0 0.15</Position><Color>#3060d0</Color></Box></Body></RigidBodies></Entity></Client></Robot>`;

const wheel = (side: "Left" | "Right", x: number): string =>
  `<Body name="${side}Wheel"><Cylinder name="${side}Tyre"><Mass>0.3</Mass><Radius>0.1</Radius><Length>0.04</Length><Position>${x} 0 0.1</Position><Orientation><angle>1.570796327</angle><axis>0 0 1</axis></Orientation><Color>#303030</Color><Material>Rubber</Material></Cylinder></Body>`;
const axle = (side: "Left" | "Right", x: number): string =>
  `<JointHinge name="${side}Motor"><Body1>${side}Wheel</Body1><Body2>Trunk</Body2><AnchorPos>${x} 0 0.1</AnchorPos><Axis>-1 0 0</Axis><Motor axis="1"><FMax>2</FMax></Motor></JointHinge>`;
/** Two driven wheels, a skid in front and one behind, and a camera: it drives with the keys of the page. */
const cart: PaletteEntry["xml"] = (name, [x, y]) => {
  const skid = (end: string, at: number): string =>
    `<Sphere name="${end}Skid"><Mass>0.1</Mass><Radius>0.04</Radius><Position>0 ${at} 0.04</Position><Material>Glass</Material></Sphere>`;
  const trunk = `<Body name="Trunk"><Box name="Shell"><Mass>4</Mass><XSize>0.26</XSize><YSize>0.44</YSize><ZSize>0.12</ZSize><Position>0 0 0.14</Position><Color>#3060d0</Color></Box>${skid("Front", 0.18)}${skid("Rear", -0.18)}<CameraSensor name="Eye"><Position>0 0.23 0.2</Position></CameraSensor></Body>`;
  return `<Robot name="${name}"><Offset>${x} ${y} 0</Offset><Client><CSettings><Name>${name}</Name></CSettings><Entity><RigidBodies>${trunk}${wheel("Left", -0.16)}${wheel("Right", 0.16)}</RigidBodies><Joints>${axle("Left", -0.16)}${axle("Right", 0.16)}</Joints></Entity></Client></Robot>`;
};

/** A shipped robot: its path leads to the shipped robots from anywhere. */
const shipped =
  (file: string): PaletteEntry["xml"] =>
  (name, [x, y]) =>
    `<Robot name="${name}" file="../robots/${file}.xml"><Offset>${x} ${y} 0</Offset></Robot>`;

const zone =
  (volume: (at: readonly [number, number]) => string): PaletteEntry["xml"] =>
  (name, at) =>
    `<Trigger name="${name}">${volume(at)}<Who>robots</Who><Do>say {who} is here</Do></Trigger>`;
const boxZone = zone((at) => `<Box><XSize>1</XSize><YSize>1</YSize><ZSize>0.5</ZSize>${place(at, 0.25)}</Box>`);
const ballZone = zone((at) => `<Sphere><Radius>0.8</Radius>${place(at, 0)}</Sphere>`);
const roundZone = zone(
  (at) =>
    `<Cylinder><Radius>0.6</Radius><Length>1</Length>${place(at, 0.5)}<Orientation><angle>1.570796327</angle><axis>1 0 0</axis></Orientation></Cylinder>`,
);
const touch: PaletteEntry["xml"] = (name) =>
  `<Trigger name="${name}"><Contact><With>*</With></Contact><Who>objects</Who><CoolDown>1</CoolDown><Do>say {who} was touched</Do></Trigger>`;

/** A platform that rises while something is on it, and sinks when it is empty. */
const lift: PaletteEntry["xml"] = (name, at) => {
  const mat = (end: string, on: string, way: string): string =>
    `<Trigger name="${name}-${end}"><Box><XSize>1.2</XSize><YSize>1.2</YSize><ZSize>3</ZSize>${place(at, 1.6)}</Box>${on}<Do>path ${name} ${way}</Do></Trigger>`;
  return [
    `<Static name="${name}"><Box name="Platform"><XSize>1.4</XSize><YSize>1.4</YSize><ZSize>0.06</ZSize>${place(at, 0.03)}<Color>#5f7f9f</Color></Box><Path><Point><At>2</At><Offset>0 0 1</Offset><Easing>smooth</Easing></Point></Path></Static>`,
    mat("rises", "", "forward"),
    mat("sinks", "<On>empty</On>", "back"),
  ];
};
const belt: PaletteEntry["xml"] = (name, at) =>
  `<Static name="${name}"><Box name="Belt"><XSize>0.8</XSize><YSize>3</YSize><ZSize>0.1</ZSize>${place(at, 0.05)}<Color>#404448</Color><SurfaceVelocity>0 0.5 0</SurfaceVelocity></Box></Static>`;
const patrol: PaletteEntry["xml"] = (name, at) =>
  `<Static name="${name}"><Box name="Cart"><XSize>0.5</XSize><YSize>0.5</YSize><ZSize>0.4</ZSize>${place(at, 0.22)}<Color>#3f8f5f</Color></Box><Path><Mode>back-and-forth</Mode><Blocked>stop</Blocked><Force>50</Force><Point><At>4</At><Offset>2 0 0</Offset><Easing>smooth</Easing></Point></Path></Static>`;

/** A leaf on a rail beside the wall, and the two triggers that open and close it. */
const door: PaletteEntry["xml"] = (name, [x, y]) => {
  const leaf = `<Box name="Leaf"><Mass>12</Mass><XSize>1.3</XSize><YSize>0.06</YSize><ZSize>1</ZSize><Position>${x} ${y + 0.18} 0.53</Position><Color>#9c4a3c</Color></Box>`;
  const rail = `<JointSlider name="Rail"><Body1>Panel</Body1><Axis>1 0 0</Axis><Limits axis="1"><LoStop>0</LoStop><HiStop>1.2</HiStop></Limits><Motor axis="1"><Vel>-1</Vel><FMax>150</FMax></Motor></JointSlider>`;
  const mat = (end: string, on: string, velocity: number): string =>
    `<Trigger name="${name}-${end}"><Box><XSize>1.6</XSize><YSize>3</YSize><ZSize>1</ZSize>${place([x, y], 0.5)}</Box><Who>robots</Who>${on}<Do>set ${name}/Rail/Vel ${velocity}</Do></Trigger>`;
  return [
    `<Object name="${name}"><RigidBodies><Body name="Panel">${leaf}</Body></RigidBodies><Joints>${rail}</Joints></Object>`,
    mat("opens", "", 1),
    mat("closes", "<On>empty</On>", -1),
  ];
};

export const PALETTE: readonly PaletteEntry[] = [
  { label: "Box", picture: "body", group: "Fixed", xml: fixed(box(0.6, 0.6, 0.6, "#b0a890")) },
  { label: "Wall", picture: "body", group: "Fixed", xml: fixed(box(3, 0.2, 1, "#d8d2c4")) },
  { label: "Pillar", picture: "body", group: "Fixed", xml: fixed(cylinder) },
  { label: "Dome", picture: "body", group: "Fixed", xml: fixed(sphere) },
  { label: "Crate", picture: "move", group: "Loose", xml: loose(box(0.4, 0.4, 0.4, "#c08040")) },
  { label: "Ball", picture: "move", group: "Loose", xml: loose(sphere) },
  { label: "Barrel", picture: "move", group: "Loose", xml: loose(cylinder) },
  {
    label: "Light",
    picture: "view",
    group: "World",
    xml: (name, at) => `<Light name="${name}" type="point">${place(at, 2.5)}<Color>#ffe9c0</Color></Light>`,
  },
  {
    label: "Camera",
    picture: "camera",
    group: "World",
    xml: (name, at) => `<Camera name="${name}">${place(at, 1.5)}<Width>320</Width><Height>240</Height></Camera>`,
  },
  {
    label: "Spawn",
    what: "A place where robots start",
    picture: "home",
    group: "World",
    xml: (name, at) => `<Spawn name="${name}">${place(at, 0)}</Spawn>`,
  },
  {
    label: "Robot",
    what: "A robot on two wheels with a camera; the keys of the page drive it",
    picture: "drive",
    group: "Robots",
    xml: cart,
  },
  {
    label: "Block",
    what: "A robot that only stands there, for trying triggers",
    picture: "drive",
    group: "Robots",
    xml: crate,
  },
  {
    label: "AIBO",
    what: "The robot dog; it stands until a program drives it",
    picture: "drive",
    group: "Robots",
    xml: shipped("aibo"),
  },
  {
    label: "QRIO",
    what: "The humanoid; it stands until a program drives it",
    picture: "drive",
    group: "Robots",
    xml: shipped("qrio"),
  },
  {
    label: "Door",
    what: "A sliding door with the two triggers that open and close it, as a group",
    picture: "push",
    group: "Moving",
    xml: door,
  },
  {
    label: "Lift",
    what: "A platform that rises while something is on it, with its triggers, as a group",
    picture: "push",
    group: "Moving",
    xml: lift,
  },
  { label: "Belt", what: "A conveyor belt", picture: "push", group: "Moving", xml: belt },
  {
    label: "Patrol",
    what: "A thing that goes back and forth on a path",
    picture: "push",
    group: "Moving",
    xml: patrol,
  },
  { label: "Trigger", what: "A box in which a robot is noticed", picture: "sensor", group: "Reactions", xml: boxZone },
  {
    label: "Ball zone",
    what: "A sphere in which a robot is noticed",
    picture: "sensor",
    group: "Reactions",
    xml: ballZone,
  },
  {
    label: "Round zone",
    what: "A cylinder in which a robot is noticed",
    picture: "sensor",
    group: "Reactions",
    xml: roundZone,
  },
  { label: "Touch", what: "Notices when a loose thing is touched", picture: "sensor", group: "Reactions", xml: touch },
  {
    label: "Event",
    what: "Lines that run at a time",
    picture: "play",
    group: "Reactions",
    xml: (name) => `<Event name="${name}"><At>1</At><Do>get status</Do></Event>`,
  },
];
