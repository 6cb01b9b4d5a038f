// The address of the viewer, and opening it in the default browser if there is a screen.

import { spawn } from "node:child_process";
import type { RunningServer } from "../server/Server.js";

/** The address for a browser. Undefined: HTTP is off. The token follows #, a part that browsers do not send. */
export function viewerAddress({ url, token }: Pick<RunningServer, "url" | "token">): string | undefined {
  return url === undefined ? undefined : `${url}/${token === undefined ? "" : `#token=${token}`}`;
}

interface Environment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True: the output goes to a terminal. */
  readonly isTerminal: boolean;
}

/** The command that opens an address. Undefined: there is no screen or no user. */
export function browserOpener({ platform, env, isTerminal }: Environment): readonly string[] | undefined {
  if (!isTerminal || env.CI) return undefined;
  if (platform === "darwin") return ["open"];
  // start takes its first quoted argument as a title
  if (platform === "win32") return ["cmd", "/c", "start", '""'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}

/** True: a browser was started. Whether it shows the page is unknown. */
export function openBrowser(address: string): boolean {
  const { platform, env, stdout } = process;
  const [program, ...words] = browserOpener({ platform, env, isTerminal: stdout.isTTY === true }) ?? [];
  if (program === undefined) return false;
  const child = spawn(program, [...words, address], {
    stdio: "ignore",
    detached: true,
    windowsVerbatimArguments: platform === "win32",
  });
  // without the program, the user still has the printed address
  child.on("error", () => {});
  child.unref();
  return true;
}
