// Mutations of a document: as XML, as bytes, as a robot. Mutations use the structure of the document: they cut, copy, move
// and rename whole elements, change numbers and names, and insert the hostile elements of Snippets.ts.

import { isRobotText } from "../../src/describe/robot/text/RobotText.js";
import type { RandomStream } from "../../src/math/RandomStream.js";
import { type DocumentMutation, LETTER_MUTATIONS, LINE_MUTATIONS } from "./LineMutation.js";
import { aim, SNIPPETS } from "./Snippets.js";
import { pick } from "./Specimens.js";
import { anyElement, replaceAny, replaceElement, START_TAG } from "./TextCut.js";

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
  "Suspension Rate Latency LatencyMS Noise Stamp Stall Bxo Masss World Client Entity CameraSensor Lidar RangeSensor " +
  "ForceSensor DcMotor Led Lamp Lens Texture Checker Stripes Data Fuse"
).split(" ");
const WORDS =
  "true false yes Rubber Nowhere constant gamma bgra jpeg depth segmentation png Base Arm #12345 0 1 2 3".split(" ");

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const repeat = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join("");
const inside = (text: string, tag: string, what: string): string => text.replace(`<${tag}>`, `<${tag}>${what}`);

const TEXT_MUTATIONS: Readonly<Record<string, DocumentMutation>> = {
  number: (text, random) => replaceAny(text, /(?<=>)\s*-?[\d.]+f?\s*(?=<)/g, random, () => pick(random, NUMBERS)),
  oneOfThree: (text, random) => replaceAny(text, /(?<=[> ])-?[\d.]+(?=[ <])/g, random, () => pick(random, NUMBERS)),
  numberSigned: (text, random) => replaceAny(text, /(?<=>)\s*[\d.]+\s*(?=<)/g, random, ([n]) => `-${n.trim()}`),
  name: (text, random) => replaceAny(text, /name="[^"]*"/g, random, () => `name="${escaped(pick(random, NAMES))}"`),
  robotName: (text, random) => text.replace(/<Name>[^<]*/, () => `<Name>${escaped(pick(random, NAMES))}`),
  attribute: (text, random) => replaceAny(text, /\b(\w{1,20})="[^"]*"/g, random, ([, key]) => `${key}s="1"`),
  attributeGone: (text, random) => replaceAny(text, / \w+="[^"]*"/g, random, () => ""),
  word: (text, random) => replaceAny(text, /(?<=>)[A-Za-z]+(?=<)/g, random, () => pick(random, WORDS)),
  deleted: (text, random) => replaceElement(text, random, () => ""),
  twice: (text, random) => replaceElement(text, random, ([all]) => all + all),
  moved: (text, random) => {
    const match = anyElement(text, random);
    return match ? replaceAny(text.replace(match[0], ""), START_TAG, random, ([tag]) => tag + match[0]) : text;
  },
  renamed: (text, random) => {
    const tag = pick(random, TAGS);
    return replaceElement(text, random, ([all, old]) =>
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
  ...LETTER_MUTATIONS,
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

type ByteMutation = (bytes: Uint8Array, random: RandomStream) => Uint8Array;

/** Mutations of the encoded text. */
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

/** Applies one to three mutations; `label` lists them. */
export function mutateDocument(good: string, random: RandomStream): { label: string; bytes: Uint8Array } {
  const names: string[] = [];
  const isText = isRobotText(good);
  const mutations = isText ? LINE_MUTATIONS : TEXT_MUTATIONS;
  let text = good;
  for (let n = pick(random, [1, 1, 1, 2, 3]); n > 0; n--) {
    const isAimed = !isText && random.integer(3) === 0;
    const name = isAimed ? "aimed" : pick(random, Object.keys(mutations));
    names.push(name);
    text = (isAimed ? aim(text, random) : mutations[name](text, random)) || " ";
  }
  let bytes: Uint8Array = new TextEncoder().encode(text);
  if (random.integer(12) === 0) {
    const name = pick(random, Object.keys(ENCODINGS));
    names.push(name);
    bytes = ENCODINGS[name](bytes, random);
  }
  return { label: names.join(" + "), bytes };
}
