// A guest's part of the server: the options that it understands, and the ports that it opens. The session's part of a guest is
// src/session/Guest.ts; the guests themselves are in src/server/leagues.

import type { StallPolicy } from "../describe/robot/RobotDescription.js";
import type { WorldGuest } from "../describe/world/WorldGuest.js";
import type { GuestFactory } from "../session/Guest.js";
import type { Simulation } from "../session/Simulation.js";
import type { Metric } from "./metrics/Metric.js";

/** Options that guests add to those of the server; each guest declares its own (declaration merging). */
// biome-ignore lint/suspicious/noEmptyInterface: guests add their members
export interface GuestServerOptions {}

/** Addresses of guests' ports by the guests' names; each guest declares its own (declaration merging). */
// biome-ignore lint/suspicious/noEmptyInterface: guests add their members
export interface GuestAddresses {}

export interface GuestServer {
  /** The guest's name. */
  readonly name: string;
  /** Options with which a playback makes the same guest again: plain data. Default none. */
  readonly recorded?: GuestServerOptions;
  /** The guest itself, for the simulation. */
  readonly create: GuestFactory;
  /** Called once, when the simulation exists. `opensPorts` false: the guest gets no ports. */
  open(context: GuestServerContext): Promise<OpenGuest>;
}

export interface GuestServerContext {
  readonly simulation: Simulation;
  /** Host that the server listens on. */
  readonly host: string;
  /** Policy of --stall for clients that do not answer; undefined: the default (T4). */
  readonly stall: StallPolicy | undefined;
  readonly opensPorts: boolean;
  /** Runs frames until the simulation has to wait. */
  readonly wake: () => void;
  readonly log: (line: string) => void;
}

/** A guest whose ports are open. */
export interface OpenGuest {
  /** Plain data; undefined: the guest has no ports. The server shows it as a property with the guest's name. */
  readonly addresses: unknown;
  /** Before every attempt at a frame. May read the clock, but may change nothing that the world depends on. */
  beforeFrame?(): void;
  /** After every frame: sends what is due. */
  afterFrame?(): void;
  /** What the guest's ports add to /metrics (docs/metrics.md). */
  metrics?(): readonly Metric[];
  close(): Promise<void>;
}

/** Makes a guest's part of the server. Throws the SimError of a wrong option. */
export type LoadGuestServer = (guest: WorldGuest, options: GuestServerOptions) => GuestServer;
