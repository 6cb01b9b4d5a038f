// The viewer's address, and opening it in the default browser where somebody sits in front of a screen.

import { spawn } from "node:child_process";
import type { RunningServer } from "../server/Server.js";

/** What to type into a browser; undefined: HTTP is off. The token stays behind the #, which browsers send nowhere. */
export function viewerAddress({ url, token }: Pick<RunningServer, "url" | "token">): string | undefined {
  return url === undefined ? undefined : `${url}/${token === undefined ? "" : `#token=${token}`}`;
}

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Somebody reads what is printed. */
  readonly isTerminal: boolean;
}

/** The program that opens addresses and its first words; undefined: there is no screen, or nobody in front of it. */
export function browserOpener({ platform, env, isTerminal }: Surroundings): readonly string[] | undefined {
  if (!isTerminal || env.CI) return undefined;
  if (platform === "darwin") return ["open"];
  // start takes the first word in quotes for a title
  if (platform === "win32") return ["cmd", "/c", "start", '""'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}

/** Gives true where it tried to; whether a window came up nobody can say. */
export function openBrowser(address: string): boolean {
  const { platform, env, stdout } = process;
  const [program, ...words] = browserOpener({ platform, env, isTerminal: stdout.isTTY === true }) ?? [];
  if (program === undefined) return false;
  const child = spawn(program, [...words, address], {
    stdio: "ignore",
    detached: true,
    windowsVerbatimArguments: platform === "win32",
  });
  // no such program: the address is on the screen
  child.on("error", () => {});
  child.unref();
  return true;
}
