// Reads Hello (W6), which the server sends before the first frame: the world, the robot and its components.

import type { HelloComponent, Hello as HelloMessage } from "../session/clients/HelloMessage.js";
import { PayloadLayout } from "./PayloadLayout.js";
import { readObject } from "./RobotError.js";

/** A device of the robot: its entry in Hello, and the layout of its messages. */
export interface Component extends HelloComponent {
  /** Undefined: it sends nothing, or its payload is not a list of numbers. */
  readonly layout: PayloadLayout | undefined;
}

export interface Hello extends Omit<HelloMessage, "components"> {
  /** By name. */
  readonly components: ReadonlyMap<string, Component>;
}

/** Values of fields that a server leaves out. */
const EMPTY: HelloMessage = { protocol: 0, name: "", time: 0, step: 0, seed: 0, components: [] };

export function readHello(payload: Uint8Array): Hello {
  const message = { ...EMPTY, ...(readObject(new TextDecoder().decode(payload)) as Partial<HelloMessage>) };
  const components = message.components.map(
    (component): Component => Object.freeze({ ...component, layout: readLayout(component) }),
  );
  return Object.freeze({ ...message, components: new Map(components.map((component) => [component.name, component])) });
}

/** A picture has no layout: class Picture reads it. */
const readLayout = ({ payload, format }: HelloComponent): PayloadLayout | undefined =>
  format === undefined ? PayloadLayout.read(payload ?? "") : undefined;
