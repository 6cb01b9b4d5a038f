// What can be wrong with a document: as XML, as bytes, as a robot. Mutations know the structure: they cut, copy, move
// and rename whole elements, change numbers and names where such stand, and put in what a clever enemy would.

import type { RandomStream } from "../../src/math/RandomStream.js";
import { pick } from "./Specimens.js";

const NUMBERS = (
  "0 -0 -1 1 2 1e-9 1e-300 4.9e-324 1e9 1e30 1e308 1e309 -1e308 1e99999 nan NaN inf -inf infinity 0x10 1.5708f 1,5 " +
  "--1 1e 1..2 ١ 99999999999999999999 0.0000000000000000001 1_000 1e5 -5 1000 1001 3600001"
).split(" ");
const NAMES = [
  "",
  " ",
  "a/b",
  "Base",
  "Arm",
  "Hello",
  "SimEnd",
  "Timestamp",
  "x\u0001",
  "\u00fc\u{1f916}",
  "__proto__",
  "constructor",
  "N".repeat(200),
];
const TAGS = (
  "Box Sphere Cylinder CappedCylinder Plane Mesh Heightfield Body Mass Inertia Position Orientation axis x Joints " +
  "JointHinge JointHinge2 JointSlider JointUniversal JointFixed JointAMotor JointServo JointBallSocket Limits Motor " +
  "Suspension Rate Latency LatencyMS Noise Stamp Stall Bxo Masss World Client Entity"
).split(" ");
const WORDS = "true false yes Rubber Nowhere constant gamma bgra jpeg Base Arm #12345 0 1 2 3".split(" ");

/** Put in after some start tag, wherever that is. */
const SNIPPETS: readonly string[] = [
  "<Mass>0</Mass>",
  "<Mass>-1</Mass>",
  "<Mass>1e300</Mass>",
  "<Mass>1e-300</Mass>",
  "<Inertia>1 1 5 0 0 0</Inertia>",
  "<Inertia>1 2 3</Inertia>",
  "<Inertia>1e-30 1e-30 1e-30 0 0 0</Inertia>",
  "<CenterOfMass>1e9 0 0</CenterOfMass>",
  "<Material>Nowhere</Material>",
  "<Position>1 2</Position>",
  "<Position>1e300 0 0</Position>",
  "<Position>1e6 0 0</Position>",
  "<Orientation><angle>1</angle><axis>0 0 0</axis></Orientation>",
  "<Orientation><angle>1e300</angle><axis>1e300 1e300 0</axis></Orientation>",
  "<Color>1 2 300</Color>",
  "<Color>#zzzzzz</Color>",
  "<Rate>1000.5</Rate>",
  "<Rate>1e-300</Rate>",
  "<Rate>0</Rate>",
  "<ControlRate>1e9</ControlRate>",
  "<ControlRate>50</ControlRate>",
  "<LatencyMS>-1</LatencyMS>",
  "<LatencyMS>20</LatencyMS>",
  "<LatencyMS>3600001</LatencyMS>",
  "<Latency><Model>psychic</Model></Latency>",
  "<Latency><Model>uniform</Model><MinMS>5</MinMS><MaxMS>1</MaxMS></Latency>",
  "<Latency><Model>gamma</Model><Shape>0.1</Shape><ScaleMS>3600000</ScaleMS></Latency>",
  "<Latency><Model>trace</Model><Values></Values></Latency>",
  `<Latency><Model>trace</Model><Values>${"1 ".repeat(200)}</Values></Latency>`,
  "<Latency><Model>trace</Model><File>../secret</File></Latency>",
  "<Latency><Model>trace</Model><File>missing.txt</File></Latency>",
  "<Noise><Min>2</Min><Max>1</Max></Noise>",
  "<Noise><Gaussian>1e300</Gaussian><Drift>1e300</Drift></Noise>",
  "<Noise><Quantum>1e-300</Quantum></Noise>",
  "<Stamp>maybe</Stamp>",
  "<Settle>perhaps</Settle>",
  `<Stall policy="panic"/>`,
  "<Stall/>",
  `<Stall policy="skip" seconds="-1"/>`,
  `<Plane name="Floor"/>`,
  `<Heightfield name="Hill"><Rows>2</Rows><Columns>2</Columns><XSize>1</XSize><YSize>1</YSize><Heights>0 0 0 0</Heights></Heightfield>`,
  `<Heightfield name="Hill"><Rows>2</Rows><Columns>2</Columns><XSize>1</XSize><YSize>1</YSize><Heights>0</Heights></Heightfield>`,
  `<Heightfield name="Hill"><Rows>100000</Rows><Columns>100000</Columns><XSize>1</XSize><YSize>1</YSize><Heights>0</Heights></Heightfield>`,
  `<Mesh name="M"><Mass>1</Mass><Vertices>0 0 0 1 0 0 0 1 0</Vertices><Triangles>0 1 2</Triangles></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><Vertices>0 0 0 1 0</Vertices><Triangles>0 1 2</Triangles></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><Vertices>0 0 0 1 0 0 0 1 0 0 0 1</Vertices><Triangles>0 1 9</Triangles></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><Vertices>0 0 0 1 0 0 0 1 0 0 0 1</Vertices><Triangles>${"0 1 2 ".repeat(250)}</Triangles></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><Scale>1e200</Scale><Vertices>0 0 0 1 0 0 0 1 0 0 0 1e200</Vertices><Triangles>0 2 1 0 1 3 0 3 2 1 2 3</Triangles></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><Scale>0</Scale><File>ok.obj</File></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><File>ok.obj</File></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><File>bad.obj</File></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><File>bad.stl</File></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><File>/etc/passwd.obj</File></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><File>missing.obj</File></Mesh>`,
  `<Mesh name="M"><Mass>1</Mass><File>picture.png</File></Mesh>`,
  `<Body name="Empty"/>`,
  `<Body name="Hollow"><Mass>1</Mass></Body>`,
  `<Box name="Flat"><Mass>1</Mass><XSize>0</XSize><YSize>1</YSize><ZSize>1</ZSize></Box>`,
  `<Box name="Vast"><Mass>1</Mass><XSize>1e200</XSize><YSize>1e-200</YSize><ZSize>1</ZSize></Box>`,
  `<Box name="Free"><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize><FrictionAxis>0 0 0</FrictionAxis></Box>`,
  `<Sphere name="Tiny"><Mass>1e-12</Mass><Radius>1e-9</Radius></Sphere>`,
  `<Sphere name="Huge"><Mass>1e12</Mass><Radius>1e9</Radius></Sphere>`,
  `<ContactSensor name="Lost"><Solid>Nowhere</Solid></ContactSensor>`,
  `<Lidar name="Dense"><Rays>1000</Rays><Layers>64</Layers></Lidar>`,
  `<Lidar name="Blind"><Rays>0</Rays></Lidar>`,
  `<RangeSensor name="Flat"><Cone>180</Cone></RangeSensor>`,
  `<RangeSensor name="Back"><ErrorCurve>1 0.1 0.5 0.1</ErrorCurve></RangeSensor>`,
  `<ForceSensor name="Grip"><Joint>Twist</Joint></ForceSensor>`,
  `<ForceSensor name="Loose"><Joint>Nowhere</Joint></ForceSensor>`,
  `<DcMotor name="Drive"><Joint>Motor</Joint><Resistance>1</Resistance><TorqueConstant>1</TorqueConstant></DcMotor>`,
  `<DcMotor name="Short"><Joint>Motor</Joint><Resistance>0</Resistance><TorqueConstant>1</TorqueConstant></DcMotor>`,
  `<DcMotor name="Stiff"><Joint>Wheel</Joint><Axis>2</Axis><Resistance>1e-9</Resistance><TorqueConstant>1e9</TorqueConstant><Voltage>1e9</Voltage></DcMotor>`,
  `<CameraSensor name="Wide"><Width>1e9</Width></CameraSensor>`,
  `<CameraSensor name="Odd"><Format>gif</Format></CameraSensor>`,
  `<JointHinge name="Self"><Body1>Base</Body1><Body2>Base</Body2><Axis>0 0 1</Axis></JointHinge>`,
  `<JointHinge name="Lone"><Body1>Base</Body1><Axis>0 0 1</Axis></JointHinge>`,
  `<JointHinge name="None"><Body1>Nobody</Body1><Axis>0 0 1</Axis></JointHinge>`,
  `<JointHinge name="Zero"><Body1>Base</Body1><Axis>0 0 0</Axis></JointHinge>`,
  `<JointUniversal name="Flat2"><Body1>Base</Body1><Axis1>0 0 1</Axis1><Axis2>0 0 2</Axis2></JointUniversal>`,
  `<JointFixed name="Glue"><Body1>Base</Body1><Suspension><ERP>1</ERP></Suspension></JointFixed>`,
  `<JointServo name="Two"><Body1>Base</Body1><Axis>0 0 1</Axis><Angle>1</Angle><Torque>1</Torque></JointServo>`,
  `<JointHinge name="Fast"><Body1>Base</Body1><Axis>0 0 1</Axis><Motor><HiVel>1</HiVel></Motor></JointHinge>`,
  `<JointHinge name="Strong"><Body1>Base</Body1><Axis>0 0 1</Axis><Motor><Vel>1e30</Vel><FMax>1e30</FMax></Motor></JointHinge>`,
  `<JointHinge name="Wild"><Body1>Base</Body1><Axis>0 0 1</Axis><Motor><Vel>inf</Vel></Motor></JointHinge>`,
  `<JointHinge name="Fifth"><Body1>Base</Body1><Axis>0 0 1</Axis><Motor axis="5"/></JointHinge>`,
  `<Damping>1e300</Damping>`,
  `<Armature>-1</Armature>`,
  `<Gyroscope name="Hello"/>`,
  "<Limits><LoStop>1</LoStop><HiStop>-1</HiStop><Bounce>2</Bounce></Limits>",
  "<!-- %% -->",
  "<![CDATA[<Mass>1</Mass>]]>",
  "<![CDATA[ %% ]]>",
  "words where none belong",
  "&amp;&#x0;",
  "&bomb;",
  "<?php ?>",
  `<x xmlns="urn:x"/>`,
  "<",
  "&",
];

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const repeat = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join("");
const inside = (text: string, tag: string, what: string): string => text.replace(`<${tag}>`, `<${tag}>${what}`);

/** A stretch of the text that the pattern finds, any of them. */
function anyMatch(text: string, pattern: RegExp, random: RandomStream): RegExpMatchArray | undefined {
  const all = [...text.matchAll(pattern)];
  return all.length === 0 ? undefined : pick(random, all);
}

function replaceAny(
  text: string,
  pattern: RegExp,
  random: RandomStream,
  by: (match: RegExpMatchArray) => string,
): string {
  const match = anyMatch(text, pattern, random);
  if (!match) return text;
  const at = match.index as number;
  return text.slice(0, at) + by(match) + text.slice(at + match[0].length);
}

/** One element with all that is in it; no element holds one of its own name. */
const ELEMENT = /<(\w+)(?: [^<>]*[^/<>])?>(?:(?!<\1[ >])[\s\S])*?<\/\1>|<\w+[^<>]*\/>/g;
const START_TAG = /<\w+[^<>]*[^/<>]>/g;

type DocumentMutation = (text: string, random: RandomStream) => string;

const TEXT_MUTATIONS: Readonly<Record<string, DocumentMutation>> = {
  number: (text, random) => replaceAny(text, /(?<=>)\s*-?[\d.]+f?\s*(?=<)/g, random, () => pick(random, NUMBERS)),
  oneOfThree: (text, random) => replaceAny(text, /(?<=[> ])-?[\d.]+(?=[ <])/g, random, () => pick(random, NUMBERS)),
  numberSigned: (text, random) => replaceAny(text, /(?<=>)\s*[\d.]+\s*(?=<)/g, random, ([n]) => `-${n.trim()}`),
  name: (text, random) => replaceAny(text, /name="[^"]*"/g, random, () => `name="${escaped(pick(random, NAMES))}"`),
  robotName: (text, random) => text.replace(/<Name>[^<]*/, () => `<Name>${escaped(pick(random, NAMES))}`),
  attribute: (text, random) => replaceAny(text, /\b(\w{1,20})="[^"]*"/g, random, ([, key]) => `${key}s="1"`),
  attributeGone: (text, random) => replaceAny(text, / \w+="[^"]*"/g, random, () => ""),
  word: (text, random) => replaceAny(text, /(?<=>)[A-Za-z]+(?=<)/g, random, () => pick(random, WORDS)),
  deleted: (text, random) => replaceAny(text, ELEMENT, random, () => ""),
  twice: (text, random) => replaceAny(text, ELEMENT, random, ([all]) => all + all),
  moved: (text, random) => {
    const match = anyMatch(text, ELEMENT, random);
    return match ? replaceAny(text.replace(match[0], ""), START_TAG, random, ([tag]) => tag + match[0]) : text;
  },
  renamed: (text, random) => {
    const tag = pick(random, TAGS);
    return replaceAny(text, ELEMENT, random, ([all, old]) =>
      old ? all.replace(new RegExp(`^<${old}`), `<${tag}`).replace(new RegExp(`</${old}>$`), `</${tag}>`) : `<${tag}/>`,
    );
  },
  tagBroken: (text, random) => replaceAny(text, /<\/?\w+/g, random, ([tag]) => tag.slice(0, -1)),
  snippet: (text, random) => replaceAny(text, START_TAG, random, ([tag]) => tag + pick(random, SNIPPETS)),
  snippetInBody: (text, random) =>
    replaceAny(text, /<Body [^<>]*[^/]>|<RigidBodies>/g, random, ([tag]) => tag + pick(random, SNIPPETS)),
  snippetInJoint: (text, random) =>
    replaceAny(text, /<Joint\w* [^<>]*[^/]>|<Joints>/g, random, ([tag]) => tag + pick(random, SNIPPETS)),
  snippetInSettings: (text, random) => inside(text, "CSettings", pick(random, SNIPPETS)),
  letters: (text, random) => {
    const at = random.integer(text.length);
    return text.slice(0, at) + String.fromCharCode(random.integer(0x3000)) + text.slice(at + random.integer(3));
  },
  truncated: (text, random) => text.slice(0, random.integer(text.length)),
  repeated: (text, random) => {
    const at = random.integer(text.length);
    return text.slice(0, at + random.integer(100)) + text.slice(at);
  },
  doctype: (text) => `<!DOCTYPE Client [<!ENTITY bomb "boom">]>${text.replace("<Entity>", "<Entity>&bomb;")}`,
  laughs: (text) =>
    `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${repeat(9, (i) => `<!ENTITY ${"bcdefghij"[i]} "${`&${"abcdefghi"[i]};`.repeat(10)}">`)}]>${text}`,
  instruction: (text) => `<?xml-stylesheet href="x"?>${text}`,
  encoding: (text, random) =>
    `<?xml version="1.0" encoding="${pick(random, ["UTF-16", "latin1", "utf-8", "x"])}"?>${text}`,
  deep: (text, random) => {
    const levels = pick(random, [10, 31, 40, 5000]);
    return inside(text, "Entity", "<x>".repeat(levels) + "</x>".repeat(levels));
  },
  unclosed: (text) => inside(text, "Entity", "<x>".repeat(5000)),
  attributes: (text) => text.replace("<Body ", `<Body ${repeat(40, (i) => `a${i}="1" `)}`),
  longTag: (text) => inside(text, "Entity", `<${"t".repeat(300)}/>`),
  longText: (text) => inside(text, "Name", "n".repeat(70_000)),
  manyElements: (text) => inside(text, "RigidBodies", "<x/>".repeat(2500)),
  manyBodies: (text) =>
    inside(
      text,
      "RigidBodies",
      repeat(20, (i) => `<Body name="b${i}"><Sphere name="s${i}"><Mass>1</Mass><Radius>0.1</Radius></Sphere></Body>`),
    ),
  manySolids: (text) =>
    text.replace(
      /<Body [^<>]*[^/]>/,
      (tag) => tag + repeat(40, (i) => `<Sphere name="q${i}"><Mass>1</Mass><Radius>0.1</Radius></Sphere>`),
    ),
  manyJoints: (text) =>
    inside(
      text,
      "Joints",
      repeat(20, (i) => `<JointFixed name="j${i}"><Body1>Base</Body1></JointFixed>`),
    ),
  manySensors: (text) =>
    text.replace(/<Body [^<>]*[^/]>/, (tag) => tag + repeat(30, (i) => `<Gyroscope name="g${i}"/>`)),
  welded: (text) =>
    inside(
      text,
      "Joints",
      repeat(
        7,
        (i) =>
          `<JointHinge name="j${i}"><Body1>Base</Body1><Axis>${i} 1 0</Axis><AnchorPos>0 ${i} 0</AnchorPos></JointHinge>`,
      ),
    ),
  wrongRoot: (text) => text.replaceAll("Client>", "World>"),
  twoRoots: (text) => text + text,
  noEntity: (text) => text.replace(/<Entity>[\s\S]*<\/Entity>/, ""),
  noBodies: (text) => text.replace(/<RigidBodies>[\s\S]*<\/RigidBodies>/, "<RigidBodies/>"),
  scaled: (text, random) => {
    const factor = pick(random, [1e-12, 1e-6, 1e3, 1e6, 1e12]);
    return text.replace(/(?<=>)[\d.]+(?=<)/g, (n) => String(Number(n) * factor));
  },
  blocked: (text) => text.replace(/<Offset>[\s\S]*?<\/Offset>/, "<Offset>-3000 5000 0.2</Offset>"),
};

/** Where a snippet belongs: the start tags after which its reader looks for it. */
const PLACES: readonly (readonly [RegExp, RegExp])[] = [
  [/^<Joint/, /<Joints>/g],
  [/^<Body/, /<RigidBodies>/g],
  [/^<(Box|Sphere|Mesh|Plane|Heightfield|\w+Sensor|Gyroscope|Inertia|CenterOfMass) ?/, /<Body [^<>]*[^/]>/g],
  [/^<(Mass|Material|Position|Orientation|Color)>/, /<(?:Box|Sphere|Cylinder|CappedCylinder|Mesh) [^<>]*[^/]>/g],
  [/^<(Noise|Stamp|Rate)>/, /<(?:Inclinometer|Gyroscope|Imu|PoseSensor|Accelerometer|CameraSensor) [^<>]*[^/]>/g],
  [/^<(Stall|ControlRate|Settle|Latency|LatencyMS)\b/, /<CSettings>/g],
  [/^<(Limits|Damping|Armature)>/, /<Joint\w+ [^<>]*[^/]>/g],
];

/** A snippet where it is read, in place of what said the same. */
function aim(text: string, random: RandomStream): string {
  const snippet = pick(random, SNIPPETS);
  const [, place] = PLACES.find(([kind]) => kind.test(snippet)) ?? [undefined, START_TAG];
  const tag = /^<(Material|Position|Orientation|LatencyMS|Latency|Stall|ControlRate|Settle|Rate)\b/.exec(snippet)?.[1];
  const bare =
    tag === undefined
      ? text
      : text.replace(new RegExp(`<${tag}(?: [^<>]*/>|>(?:(?!<${tag}>)[\\s\\S])*?</${tag}>)`, "g"), "");
  return replaceAny(bare, place, random, ([start]) => start + snippet);
}

type ByteMutation = (bytes: Uint8Array, random: RandomStream) => Uint8Array;

/** After the text has become bytes. */
const ENCODINGS: Readonly<Record<string, ByteMutation>> = {
  utf16: (bytes) => Buffer.from(Buffer.from(bytes).toString("utf8"), "utf16le"),
  latin1: (bytes) => Buffer.concat([Buffer.from("<!-- \u00fc -->", "latin1"), bytes]),
  mark: (bytes) => Buffer.concat([Uint8Array.from([0xef, 0xbb, 0xbf]), bytes]),
  zero: (bytes, random) => {
    const changed = bytes.slice();
    changed[random.integer(changed.length)] = 0;
    return changed;
  },
  bytes: (bytes, random) => {
    const changed = bytes.slice();
    for (let n = random.integer(6); n >= 0; n--) changed[random.integer(changed.length)] = random.integer(256);
    return changed;
  },
  noise: (_, random) => Uint8Array.from({ length: random.integer(300) }, () => random.integer(256)),
};

/** One to three mutations; says which, in `label`. */
export function mutateDocument(good: string, random: RandomStream): { label: string; bytes: Uint8Array } {
  const names: string[] = [];
  let text = good;
  for (let n = pick(random, [1, 1, 1, 2, 3]); n > 0; n--) {
    const isAimed = random.integer(3) === 0;
    const name = isAimed ? "aimed" : pick(random, Object.keys(TEXT_MUTATIONS));
    names.push(name);
    text = (isAimed ? aim(text, random) : TEXT_MUTATIONS[name](text, random)) || " ";
  }
  let bytes: Uint8Array = new TextEncoder().encode(text);
  if (random.integer(12) === 0) {
    const name = pick(random, Object.keys(ENCODINGS));
    names.push(name);
    bytes = ENCODINGS[name](bytes, random);
  }
  return { label: names.join(" + "), bytes };
}
