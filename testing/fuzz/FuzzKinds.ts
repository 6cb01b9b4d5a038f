// Kinds of devices and robots for fuzzing: the built-in ones, and those of a plug-in with errors. Its
// Cube is a robot type for text files (R8). Its Fuse sends back its last command and can fail: a negative number makes `act` throw,
// a number above 100 makes `sample` return NaN.

import { SimError } from "../../src/describe/SimError.js";
import type { DeviceRegistry } from "../../src/devices/DeviceRegistry.js";
import { createRegistration } from "../../src/devices/plugin/Plugin.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";

const FIELD = { name: "current", type: "float32", unit: "A" } as const;

class Fuse {
  #current = 0;

  read(payload: DataView): { current: number } {
    if (payload.byteLength !== 4)
      throw new SimError("PAYLOAD_SIZE_WRONG", { where: "Fuse", found: `${payload.byteLength} bytes` });
    return { current: payload.getFloat32(0, true) };
  }

  act({ current }: Record<string, number | string>): void {
    if (Number(current) < 0) throw new Error("blown");
    this.#current = Number(current);
  }

  sample(): readonly number[] {
    return [this.#current > 100 ? Number.NaN : this.#current];
  }

  save(): readonly number[] {
    return [this.#current];
  }

  restore([current]: readonly number[]): void {
    this.#current = current;
  }
}

export function fuzzKinds(): DeviceRegistry {
  const kinds = builtInKinds();
  const door = createRegistration(kinds, { source: "fuzz.mjs", watch: { enter: () => {}, leave: () => {} } });
  door.device({
    element: "Fuse",
    summary: "blows",
    role: "sensor",
    read: () => ({}),
    sends: () => [FIELD],
    takes: [FIELD],
    create: () => new Fuse(),
  });
  door.robotType({
    type: "Cube",
    summary: "a cube with a fuse",
    keys: {
      SIZE: { above: 0, max: 1, unit: "m" },
      MASS: { above: 0, unit: "kg" },
      PLACE: { count: 3 },
      MATERIAL: { type: "word", optional: true },
    },
    read: ({ NAME, SIZE, MASS, PLACE, MATERIAL }) =>
      `<Client><CSettings><Name>${NAME}</Name><Offset>${PLACE.join(" ")}</Offset></CSettings><Entity><RigidBodies>
<Body name="Base"><Box name="Cube"><Mass>${MASS}</Mass><XSize>${SIZE}</XSize><YSize>${SIZE}</YSize><ZSize>${SIZE}</ZSize>
${MATERIAL === undefined ? "" : `<Material>${MATERIAL}</Material>`}</Box><Fuse name="Fuse"/></Body></RigidBodies></Entity></Client>`,
  });
  return kinds;
}
