// Reads `<Trigger name="">` (E2): one condition, the things that it watches, and the lines of `<Do>` with which it starts. A
// trigger and its event have one name, so that `<After>` of other events can name the trigger.

import { readShape } from "../entity/SolidElement.js";
import { readPose } from "../robot/DeviceElement.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { LATEST_SEC, nanoseconds, readLines } from "./EventElement.js";
import type { WorldEvent } from "./WorldEvent.js";
import type {
  ContactCondition,
  JointCondition,
  MessageCondition,
  SensorCondition,
  TriggerCondition,
  TriggerShape,
  TriggerSolid,
  VolumeCondition,
  WorldTrigger,
} from "./WorldTrigger.js";

const SOLIDS = ["Box", "Sphere", "Cylinder"];
const EVERYTHING: readonly string[] = Object.freeze(["robots", "objects"]);
const ON = ["enter", "leave", "stay", "occupied", "empty"] as const;
const VALUES = ["position", "velocity", "effort"] as const;
/** Default of `<For>`, s. */
const FOR_SEC = 1;

interface ReadTrigger {
  readonly trigger: WorldTrigger;
  readonly event: WorldEvent;
}

export function readTrigger(element: XmlReader, name: string, context: DocumentContext): ReadTrigger {
  context.count("events", element);
  const on = element.part(() => element.word("On", ON)) ?? "enter";
  const seconds = (child: string): number | undefined => element.number(child, { min: 0, max: LATEST_SEC });
  const stay = seconds("For");
  if (stay !== undefined && on !== "stay")
    element.report.add(
      element.error("PROPERTY_MISPLACED", { found: `<For> with <On>${on}</On>`, allowed: "<On>stay</On>" }, "For"),
    );
  const who = element.children("Who").map((one) => one.ownText());
  const trigger: WorldTrigger = Object.freeze({
    name,
    on,
    who: Object.freeze(who.length > 0 ? who : EVERYTHING),
    condition: readCondition(element),
    forNs: nanoseconds(stay ?? (on === "stay" ? FOR_SEC : 0)),
    coolDownNs: nanoseconds(seconds("CoolDown") ?? 0),
    times: element.number("Times", { min: 1, whole: true }) ?? Number.POSITIVE_INFINITY,
  });
  const event: WorldEvent = Object.freeze({
    name,
    after: undefined,
    isTriggered: true,
    atNs: nanoseconds(seconds("Delay") ?? 0),
    everyNs: undefined,
    times: 1,
    jitterNs: 0,
    lines: readLines(element, context, false),
  });
  element.finish();
  return { trigger, event };
}

/** Exactly one condition. */
function readCondition(element: XmlReader): TriggerCondition {
  const solids = element.all(SOLIDS);
  const [contact, joint, sensor, message] = ["Contact", "Joint", "Sensor", "Message"].map((name) =>
    element.child(name),
  );
  const kinds = [solids[0], contact, joint, sensor, message].filter((one) => one !== undefined);
  if (kinds.length !== 1)
    throw element.error("TRIGGER_CONDITION", {
      found: kinds.length === 0 ? "none" : kinds.map((one) => `<${one.name}>`).join(" and "),
    });
  if (message) return readMessage(element, message);
  if (contact) return readContact(contact);
  if (joint) return readJoint(joint);
  return sensor ? readSensor(sensor) : readVolume(element, solids);
}

function readVolume(element: XmlReader, solids: readonly XmlReader[]): VolumeCondition {
  return Object.freeze({
    kind: "Volume",
    solids: Object.freeze(solids.map(readVolumeSolid)),
    body: element.part(() => readBody(element)),
  });
}

function readVolumeSolid(solid: XmlReader): TriggerSolid {
  const shape = readShape(solid) as TriggerShape;
  const pose = readPose(solid);
  solid.finish();
  return Object.freeze({ shape, pose });
}

/** `<Body>ENTITY/BODY</Body>`, or an ENTITY of one body. */
function readBody(element: XmlReader): VolumeCondition["body"] {
  const path = element.text("Body");
  if (path === undefined) return undefined;
  const [entity, body = "", ...others] = path.split("/");
  if (!entity || path.endsWith("/") || others.length > 0)
    throw element.error("VALUE_OUT_OF_RANGE", { found: `"${path}"`, allowed: "ENTITY/BODY" }, "Body");
  return Object.freeze({ entity, body });
}

function readContact(element: XmlReader): ContactCondition {
  const names = element.children("With").map((one) => one.ownText());
  if (names.length === 0) element.needed("With");
  element.finish();
  return Object.freeze({ kind: "Contact", names: Object.freeze(names) });
}

function readJoint(element: XmlReader): JointCondition {
  const joint = element.neededAttribute("name");
  const axis = (element.numberAttribute("axis", { min: 1, max: 3, whole: true }) ?? 1) - 1;
  const value = element.word("Value", VALUES) ?? "position";
  const limits = readLimits(element);
  element.finish();
  return Object.freeze({ kind: "Joint", joint, axis, value, ...limits });
}

function readSensor(element: XmlReader): SensorCondition {
  const sensor = element.neededAttribute("name");
  const index = (element.numberAttribute("number", { min: 1, max: 1e6, whole: true }) ?? 1) - 1;
  const limits = readLimits(element);
  element.finish();
  return Object.freeze({ kind: "Sensor", sensor, index, ...limits });
}

/** A message has no duration. */
function readMessage(element: XmlReader, message: XmlReader): MessageCondition {
  const on = element.text("On");
  if (on !== undefined && on !== "enter")
    throw element.error("PROPERTY_MISPLACED", { found: `<On>${on}</On> with <Message>`, allowed: "enter" }, "On");
  const text = message.ownText();
  if (text === "") throw message.error("NAME_EMPTY", { found: "nothing" });
  message.finish();
  return Object.freeze({ kind: "Message", text });
}

function readLimits(element: XmlReader) {
  const [above, below] = [element.number("Above"), element.number("Below")];
  if (above === undefined && below === undefined) element.needed("Above");
  if (above !== undefined && below !== undefined && !(above < below))
    element.report.add(
      element.error(
        "VALUE_OUT_OF_RANGE",
        {
          found: `<Above>${above}</Above> and <Below>${below}</Below>`,
          allowed: "Above less than Below: no value is above and below at once",
          advice: "For a value outside of a range, use two triggers.",
        },
        "Below",
      ),
    );
  return { above, below };
}
