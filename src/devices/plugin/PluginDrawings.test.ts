// Drawings of a plug-in: correct ones pass unchanged, wrong ones are refused with the property that is wrong.

import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { DeviceRegistry } from "../DeviceRegistry.js";
import type { Drawing } from "../Drawing.js";
import { createRegistration } from "./Plugin.js";
import { checkDrawings } from "./PluginDrawings.js";

const FAN = { kind: "fan", first: 0, min: 0, max: 5, rays: 3, layers: 2, fovHDeg: 90, fovVDeg: 20 } as const;

describe("[S6] drawings of a plug-in", () => {
  test.each<Drawing>([
    { kind: "frustum", width: 4, height: 3, fovDeg: 60 },
    { kind: "beam", value: 5, min: 0, max: 2, cone: 0.3 },
    FAN,
    { kind: "vector", first: 3, axes: "world", scale: 0.5 },
    { kind: "vector", first: 0, axes: "body", joint: "Hip" },
    { kind: "level", value: 0, when: 1 },
    { kind: "heading", value: 2 },
    { kind: "tilt", value: 2 },
    { kind: "color", first: 0 },
  ])("%j passes", (drawing) => {
    expect(checkDrawings([drawing], 6, "drawings")).toEqual([drawing]);
  });

  test.each<[unknown, string, string, string]>([
    [{ kind: "vector", first: 0, axes: "device" }, "TYPE_WRONG", "drawings", "a list"],
    [[7], "TYPE_WRONG", "drawings[0]", "an object with kind"],
    [[{ kind: "fann" }], "KIND_UNKNOWN", "drawings[0]/kind", 'Did you mean "fan"?'],
    [[{ kind: "tilt", value: 0, color: 1 }], "PROPERTY_UNKNOWN", "drawings[0]/color", "kind, value"],
    [[{ kind: "tilt" }], "TYPE_WRONG", "drawings[0]/value", "a number"],
    [[{ kind: "tilt", value: 6 }], "VALUE_OUT_OF_RANGE", "drawings[0]/value", "0 to 5"],
    [[{ kind: "tilt", value: 0.5 }], "VALUE_OUT_OF_RANGE", "drawings[0]/value", "a whole number from 0 to 5"],
    [[{ kind: "color", first: 4 }], "VALUE_OUT_OF_RANGE", "drawings[0]/first", "0 to 3"],
    [[{ kind: "vector", first: 0, axes: "robot" }], "KIND_UNKNOWN", "drawings[0]/axes", "device, body, world"],
    [[FAN, { ...FAN, rays: 4 }], "LENGTH_WRONG", "drawings[1]", "4 rays x 2 layers from index 0"],
    [
      ["Hip", "Knee"].map((joint) => ({ kind: "vector", first: 0, axes: "body", joint })),
      "VALUE_OUT_OF_RANGE",
      "drawings",
      "one joint per device",
    ],
  ])("%j is refused", (drawings, code, where, words) => {
    const error = refusal(() => checkDrawings(drawings as Drawing[], 6, "drawings"));
    expect(error).toMatchObject({ code, where });
    expect(error.message).toContain(words);
  });

  test("`drawings` that is no function is refused at registration", () => {
    const register = createRegistration(new DeviceRegistry(), {
      source: "sonar.mjs",
      watch: { enter: () => {}, leave: () => {} },
    });
    const type = { element: "Sonar", summary: "a sonar", role: "sensor", read: () => ({}), sends: () => [], takes: [] };
    const drawings = [FAN];
    const error = refusal(() => register.device({ ...type, create: () => ({}), drawings } as never));
    expect(error).toMatchObject({ code: "PLUGIN_REFUSED", where: "sonar.mjs/Sonar/drawings" });
  });
});
