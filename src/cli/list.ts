// `ubersim list` (P1): prints all device kinds and robot types, including those of plug-ins, from their own descriptions.
//   ContactSensor   whether its body touched something ...
//                   sends  uint8 touching, float32 force

import { DEFAULT_LIMITS } from "../describe/DocumentLimits.js";
import { DocumentReport } from "../describe/DocumentReport.js";
import { NO_LATENCY } from "../describe/robot/Latency.js";
import { NO_NOISE } from "../describe/robot/Noise.js";
import type { DeviceDescription } from "../describe/robot/RobotDescription.js";
import { rangeText } from "../describe/robot/text/RobotTextDocument.js";
import type { TextKey } from "../describe/robot/text/RobotType.js";
import { SimError } from "../describe/SimError.js";
import { XmlDocument } from "../describe/xml/XmlDocument.js";
import { XmlReader } from "../describe/xml/XmlReader.js";
import type { AnyDeviceType } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { payloadText } from "../devices/Payload.js";
import { ORIGIN } from "../math/Pose.js";
import { withKinds } from "../server/plugins/Plugins.js";
import { print } from "./Output.js";
import { wrap } from "./ProblemText.js";

interface ListArguments {
  readonly json: boolean;
  readonly plugins: readonly string[];
  readonly watchdogSec: number | undefined;
}

export async function runList(args: ListArguments): Promise<number> {
  const kinds = await withKinds(args, listKinds);
  print(args.json ? JSON.stringify(kinds, null, 2) : listText(kinds));
  return 0;
}

type Kinds = ReturnType<typeof listKinds>;

function listKinds(kinds: DeviceRegistry) {
  const devices = kinds.types.map((type) => ({
    element: type.element,
    role: type.role,
    summary: type.summary,
    /** Null: the fields depend on the settings of the element. */
    sends: plainPayload(type),
    takes: payloadText(type.takes),
    plugin: kinds.sourceOf(type.element) ?? null,
  }));
  const robotTypes = kinds.robotTypes.names.map((name) => ({
    type: name,
    summary: kinds.robotTypes.get(name)?.summary ?? "",
    keys: Object.entries<TextKey>(kinds.robotTypes.get(name)?.keys ?? {}).map(([key, rule]) => ({ key, ...rule })),
    plugin: kinds.robotTypes.sourceOf(name) ?? null,
  }));
  return { devices, robotTypes };
}

/** The fields that a device without settings sends. Null: the element needs settings. */
function plainPayload(type: AnyDeviceType): string | null {
  const { root } = new XmlDocument(`<${type.element} name="Plain"/>`, undefined, DEFAULT_LIMITS);
  try {
    const report = new DocumentReport();
    const settings = type.read(new XmlReader(root, report));
    if (report.met > 0) return null;
    return payloadText(type.sends(settings, plainDevice(type, settings)));
  } catch (problem) {
    if (problem instanceof SimError && problem.code !== "PLUGIN_FAILED") return null;
    throw problem;
  }
}

const plainDevice = ({ element, role }: AnyDeviceType, settings: unknown): DeviceDescription => ({
  name: "Plain",
  kind: element,
  body: role === "joint" ? undefined : "Body",
  pose: ORIGIN,
  rateHz: undefined,
  latency: NO_LATENCY,
  commandLatency: undefined,
  noise: NO_NOISE,
  stamp: false,
  settings,
});

// ---- text

const WIDTH = 120;

function listText({ devices, robotTypes }: Kinds): string {
  const width =
    Math.max(...[...devices.map(({ element }) => element), ...robotTypes.map(({ type }) => type)].map(lengthOf)) + 4;
  const block = (name: string, lines: readonly string[]) =>
    lines
      .flatMap((line) => wrap(line, WIDTH - width))
      .map((line, i) => (i === 0 ? `  ${name}` : "").padEnd(width) + line)
      .join("\n");
  const deviceText = ({ element, summary, sends, takes, plugin }: Kinds["devices"][number]) =>
    block(element, [
      summary,
      ...(sends === "" ? [] : [`sends ${sends ?? "fields that depend on its settings"}`]),
      ...(takes === "" ? [] : [`takes ${takes}`]),
      ...from(plugin),
    ]);
  const robotText = ({ type, summary, keys, plugin }: Kinds["robotTypes"][number]) =>
    block(type, [summary, ...keys.map(keyText), ...from(plugin)]);
  const inBodies = devices.filter(({ role }) => role !== "joint");
  const joints = devices.filter(({ role }) => role === "joint");
  return [
    `Devices of bodies (docs/robots.md):\n${inBodies.map(deviceText).join("\n")}`,
    `Joints (they send samples only with a Rate):\n${joints.map(deviceText).join("\n")}`,
    `Robot types for text files:\n${robotTypes.map(robotText).join("\n") || "  none; plug-ins can define them (docs/extending.md)"}`,
  ].join("\n\n");
}

const lengthOf = (text: string): number => text.length;
const from = (plugin: string | null): readonly string[] => (plugin === null ? [] : [`from plug-in ${plugin}`]);

function keyText({ key, ...rule }: { readonly key: string } & TextKey): string {
  const { count, optional } = rule;
  const many = count === undefined ? "" : ` (${typeof count === "number" ? count : count.join(" to ")} values)`;
  return `${key} = ${rangeText(rule)}${many}${optional ? ", optional" : ""}`;
}
