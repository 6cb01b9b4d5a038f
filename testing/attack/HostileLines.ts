// Lines, edits and messages that a hostile client sends to what takes text: USARSim's ports, the verbs of the editor, events of a world,
// the live protocols of Foxglove and rosbridge (W8). Words are drawn from the vocabulary with odd values between them: names of prototypes, patterns, numbers at limits, long texts.

import type { RandomStream } from "../../src/math/RandomStream.js";

const pick = <T>(random: RandomStream, list: readonly T[]): T => list[random.integer(list.length)];

const ODD = [
  "constructor",
  "__proto__",
  "toString",
  "*",
  "H*",
  "{who}",
  "../../etc/passwd",
  "\u009b2J",
  "\u202e",
  "",
  " ",
  "-0",
  "1e308",
  "5e-324",
  "NaN",
  "1000001",
  "-1",
  "x".repeat(3000),
  "*a".repeat(500),
] as const;

const WORDS = ["INIT", "DRIVE", "MULTIDRIVE", "SET", "MISPKG", "ACT", "GETCONF", "GETGEO", "GETSTARTPOSES", "CONTROL"];
const BLOCKS = [
  "ClassName",
  "Name",
  "Location",
  "Rotation",
  "Start",
  "Left",
  "Right",
  "Order",
  "Value",
  "Link",
  "Type",
  "Opcode",
  "Params",
  "Robot",
  "Client",
  "Normalized",
];
const VALUES = ["aibo", "segway", "50,20,0", "0,0,0", "Joint", "Camera", "AllJoints", "Angle", "1", "0", "True"];

/** A line of USARSim's protocol, mostly wrong. */
export function usarLine(random: RandomStream): string {
  if (random.uniform() < 0.2) return "INIT {ClassName aibo} {Location 60,30,0}\r\n";
  const blocks = Array.from({ length: random.integer(6) }, () => {
    const value = random.uniform() < 0.5 ? pick(random, VALUES) : pick(random, ODD);
    return `{${pick(random, BLOCKS)} ${value}}`;
  });
  const cut = random.uniform() < 0.1 ? "{" : "";
  return `${pick(random, WORDS)} ${blocks.join(" ")}${cut}${pick(random, ["\r\n", "\n", "\r"])}`;
}

/** Requests to the image server: whole pictures, parts, and what is no request. */
export function imageRequest(random: RandomStream): Uint8Array {
  const kind = random.integer(3);
  if (kind === 0) return Buffer.from("OK".repeat(1 + random.integer(40)));
  if (kind === 1) return Uint8Array.from({ length: 30 }, () => random.integer(256));
  const part = Buffer.alloc(17, "U");
  for (let at = 1; at < part.length; at += 4) part.writeUInt32BE(pick(random, [0, 1, 300, 5000, 0xffffffff]), at);
  return part;
}

const SOLID = "<Box name='b'><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize><Position>90 90 1</Position></Box>";
const ELEMENTS = [
  `<Static name="S">${SOLID}</Static>`,
  `<Include file="../../../../etc/passwd"/>`,
  `<Robot name="r" file="/etc/hostname"/>`,
  `<Robot name="r" controller="x.js" file="../robots/segway.xml"/>`,
  `<Event name="loop"><Do>event loop</Do><Do>event loop</Do></Event>`,
  `<Trigger name="*"><Message>m</Message><Do>get {who}</Do></Trigger>`,
  `<Light name="constructor" type="sun"/>`,
  "<".repeat(100),
] as const;
const FIELDS = ["", "@name", "@__proto__", "Position", "constructor", "Gravity", "a/b/c/d/e/f", "x".repeat(300)];

/** A verb that edits the world's document, with its arguments. None changes what honest robots feel. */
export function editorCall(random: RandomStream): { readonly verb: string; readonly args: object } {
  const as = pick(random, ["a", "b", ...ODD]);
  const verb = pick(random, ["edit", "edit", "edit", "undo", "redo", "document", "save"]);
  if (verb === "document") return { verb, args: { what: pick(random, ["tree", "text", ...ODD]) } };
  if (verb === "save")
    return { verb, args: { file: pick(random, ["../x.xml", "/etc/x.xml", "a/b.xml", "x.txt", ...ODD]) } };
  if (verb !== "edit") return { verb, args: { as } };
  const count = pick(random, [1, 1, 3, 200]);
  return { verb, args: { as, ops: Array.from({ length: count }, () => operation(random)) } };
}

function operation(random: RandomStream): object {
  const id = pick(random, ["e9", "c", ...ODD]);
  const kind = random.integer(7);
  if (kind === 0) return { op: "add", xml: pick(random, ELEMENTS), as: "c" };
  if (kind === 1) return { op: "copy", id: "c", as: "c" };
  if (kind === 2) return { op: "move", id: "c", parent: id };
  if (kind === 3)
    return { op: "set", id, field: pick(random, FIELDS), value: pick(random, [...ODD, null, 1e308, [1, 2]]) };
  if (kind === 4) return { op: "group", ids: [id, "c"], name: pick(random, ODD) };
  if (kind === 5)
    return { op: "place", id: "c", move: [0, 0, random.uniform(-1, 1)], turn: [0, 0, 1, random.uniform()] };
  return { op: pick(random, ["open", ...ODD]), xml: pick(random, ELEMENTS) };
}

/** What JSON can hold in the place of a name, a list or an object. */
const JSONS: readonly unknown[] = [
  null,
  7,
  "x",
  [],
  [null],
  {},
  { length: 3 },
  { toString: 1, valueOf: 1 },
  "[".repeat(300),
  ...ODD,
];
const TOPICS = ["/tf", "/scene", "/rosout", "/nobody/cmd_vel", "/nobody/joint_commands", "/HonestA/B"];
const SERVICES = ["topics", "topics_and_raw_types", "service_type", "node_details", "constructor", "get_time"];

const numbers = (random: RandomStream, count: number): number[] =>
  Array.from({ length: count }, () => pick(random, [1, 2, 3, 50, 1e9, -1, 0.5]));

/** A message to /foxglove; none runs a verb. */
export function foxgloveMessage(random: RandomStream): string | Uint8Array {
  const odd = pick(random, JSONS);
  const count = pick(random, [1, 5, 2000]);
  switch (random.integer(8)) {
    case 0:
      return Uint8Array.from({ length: random.integer(40) }, () => random.integer(256));
    case 1:
      return JSON.stringify({
        op: "setParameters",
        parameters: pick(random, [odd, [odd], [{ name: odd, value: odd }]]),
      });
    case 2:
      return JSON.stringify({ op: "getParameters", parameterNames: pick(random, [odd, [odd]]), id: odd });
    case 3:
      return JSON.stringify({ op: "unsubscribe", subscriptionIds: pick(random, [odd, numbers(random, count)]) });
    case 4:
      return JSON.stringify({
        op: pick(random, ["advertise", "fetchAsset", "subscribeParameterUpdates", odd]),
        uri: odd,
      });
    case 5:
      return pick(random, ["", "{", "null", "[]", "[".repeat(5000)]);
    default: {
      const list = numbers(random, count).map((channelId, id) => ({ id, channelId }));
      return JSON.stringify({ op: "subscribe", subscriptions: pick(random, [odd, [odd], list]) });
    }
  }
}

/** A message to /rosbridge; none runs a verb that changes something. */
export function rosMessage(random: RandomStream): string | Uint8Array {
  const odd = pick(random, JSONS);
  const topic = pick(random, [...TOPICS, odd]);
  switch (random.integer(7)) {
    case 0:
      return Uint8Array.from({ length: random.integer(40) }, () => random.integer(256));
    case 1:
      return JSON.stringify({
        op: "publish",
        topic,
        msg: pick(random, [odd, { name: [odd], velocity: [odd], linear: odd }]),
      });
    case 2: {
      const service = pick(random, [`/rosapi/${pick(random, SERVICES)}`, "/ubersim/get", odd]);
      return JSON.stringify({
        op: "call_service",
        service,
        args: pick(random, [odd, { service: odd, type: odd, what: odd }]),
      });
    }
    case 3:
      return JSON.stringify({
        op: pick(random, ["unsubscribe", "status", "png", odd]),
        topic,
        level: "error",
        msg: odd,
      });
    case 4:
      return pick(random, ["", "{", "null", "[]", "[".repeat(5000)]);
    default:
      return JSON.stringify({ op: "subscribe", topic, throttle_rate: odd, id: odd });
  }
}
