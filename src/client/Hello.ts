// What the server says of itself and of the robot before the first frame (W6), ready for use.

import type { HelloComponent, Hello as SaidHello } from "../session/clients/Hello.js";
import { PayloadLayout } from "./PayloadLayout.js";
import { readObject } from "./RobotError.js";

/** A sensor or joint: all that Hello says of it, and how to read what it sends. */
export interface Component extends HelloComponent {
  /** Undefined: it sends nothing, or only its bytes can be had. */
  readonly layout: PayloadLayout | undefined;
}

export interface Hello extends Omit<SaidHello, "components"> {
  /** By name. */
  readonly components: ReadonlyMap<string, Component>;
}

const SILENT: SaidHello = { protocol: 0, name: "", time: 0, step: 0, seed: 0, components: [] };

export function readHello(payload: Uint8Array): Hello {
  const said = { ...SILENT, ...(readObject(new TextDecoder().decode(payload)) as Partial<SaidHello>) };
  const components = said.components.map(
    (component): Component => Object.freeze({ ...component, layout: readLayout(component) }),
  );
  return Object.freeze({ ...said, components: new Map(components.map((component) => [component.name, component])) });
}

/** Of a picture only the bytes are worth having. */
const readLayout = ({ payload, format }: HelloComponent): PayloadLayout | undefined =>
  format === undefined ? PayloadLayout.read(payload ?? "") : undefined;
