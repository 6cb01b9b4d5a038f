// The types of Hello (W6). Clients import them without the types of the world.

import type { OdeNumbers } from "../../describe/entity/Joint.js";

export interface HelloComponent {
  readonly name: string;
  readonly kind: string;
  /** Layout of its messages: "float32 pitch"; empty: it sends none. With Stamp a float64 comes first. */
  readonly payload: string;
  readonly unit: string;
  /** Layout of its commands: "int32 property, float32 value"; empty: it takes none. */
  readonly takes: string;
  /** Samples per second; 0: it sends none. */
  readonly rate: number;
  /** Mean delay of its samples, s. */
  readonly latency: number;
  /** Mean delay before a command takes effect, s. */
  readonly commandLatency: number;
  readonly width?: number;
  readonly height?: number;
  readonly format?: string;
}

export interface Hello {
  readonly protocol: number;
  readonly name: string;
  readonly time: number;
  readonly step: number;
  readonly seed: number;
  /** Numbers of joint properties, if they are not those of ODE 0.16. */
  readonly odeNumbers?: OdeNumbers;
  readonly components: readonly HelloComponent[];
}
