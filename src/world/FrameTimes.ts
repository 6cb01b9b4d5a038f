// Takes the wall-clock time of the phases of a frame, for measurements (X5). The layers of the simulation have no clock: they only say
// which phase has ended. Without a listener a frame costs the same.

/** In the order of a frame; docs/architecture.md has the phases. */
export const FRAME_PHASES = [
  "events",
  "commands",
  "actuators",
  "physics",
  "sensors",
  "triggers",
  "guests",
  "clients",
  "server",
] as const;
export type FramePhase = (typeof FRAME_PHASES)[number];

export interface FrameTimes {
  /** A frame begins. */
  begin(): void;
  /** A phase has ended. It began at the end of the phase before, or with the frame. */
  end(phase: FramePhase): void;
}
