// What a recorded run needs to be repeated (X3): every input that takes effect from outside, in the order of the effects, and the
// moment at which each frame was made. What follows by itself (events, triggers, guests, physics) is not noted.
// src/record/journal writes the notes. Without a journal they cost nothing.

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import type { Command } from "../../devices/Device.js";
import type { Utterance } from "../../world/RobotVoice.js";

/** A command as it enters the delay queue of a device. */
export interface NotedCommand {
  readonly device: string;
  readonly command: Command;
  /** Time at which the command was given. */
  readonly timeNs: number;
}

export interface NotedWord {
  readonly utterance: Utterance;
  readonly timeNs: number;
}

/** Methods of Simulation that change the world. */
export type NotedMethod =
  | "pause"
  | "resume"
  | "stepFrames"
  | "spawn"
  | "spawnAll"
  | "remove"
  | "removeAll"
  | "adopt"
  | "reset"
  | "snapshot"
  | "restore"
  | "load";

export type JournalInput =
  /** The robot of a client has joined. */
  | { readonly kind: "join"; readonly robot: RobotDescription }
  /** A client has taken over a robot that was there without its client. */
  | { readonly kind: "take"; readonly robot: string }
  /** The client has left such a robot, which stays. */
  | { readonly kind: "free"; readonly robot: string }
  /** Robots of clients have left. */
  | { readonly kind: "leave"; readonly robots: readonly string[] }
  /** Messages of a client. `isEarly`: they acted when they arrived (T3); otherwise in phase 2 of the next frame. */
  | {
      readonly kind: "answer";
      readonly robot: string;
      readonly isEarly: boolean;
      readonly commands: readonly NotedCommand[];
      readonly words: readonly NotedWord[];
    }
  /** The client of a robot did not take the last frame. */
  | { readonly kind: "miss"; readonly robot: string }
  /** A person's verb. */
  | { readonly kind: "verb"; readonly verb: string; readonly args: Readonly<Record<string, unknown>> }
  /** A call of a program, or of a verb that only calls it. */
  | { readonly kind: "call"; readonly method: NotedMethod; readonly args: readonly unknown[] }
  /** A pull ended by the clock. */
  | { readonly kind: "unpull"; readonly name: string }
  /** A client of a guest: the guest understands the bytes. */
  | { readonly kind: "guest"; readonly guest: string; readonly what: string; readonly data: Uint8Array }
  /** A file that was read for an input or an event of this frame. `name`: with its kind (NotedFiles.ts). */
  | { readonly kind: "file"; readonly name: string; readonly data: Uint8Array }
  /** Phase 2 of a frame has run and no step followed: an event has paused or reset the world. */
  | { readonly kind: "halt" };

/** Inputs that take effect within a frame, after events and before the step. */
export const isLate = (input: JournalInput): boolean =>
  input.kind === "unpull" || (input.kind === "answer" && !input.isEarly);

export interface Journal {
  note(input: JournalInput): void;
  /** A frame was made; its clients have not been sent it. */
  frame(): void;
}
