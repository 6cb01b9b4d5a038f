// The text page at GET / if the viewer is not built: state of the simulation, addresses, names of the docs.

import { urlHost } from "../links/Address.js";
import type { RunningServer } from "../Server.js";

export function welcomePage({ simulation, host, tcpPort, url = "", token }: RunningServer): string {
  const { world, time, step, seed, awaited, clients } = simulation.status();
  const names = clients.map(({ name, state }) => `${name} (${state})`);
  return `ÜberSim

The viewer is not built. Build it with: npm run build

world    ${world}, ${time} s, step ${step} s, seed ${seed}
clients  ${names.join(", ") || "none"}${awaited.length > 0 ? `; waiting for ${awaited.join(", ")}` : ""}

robots   TCP ${urlHost(host)}:${tcpPort}, or WebSocket ${url.replace(/^http/, "ws")}/client     docs/protocol.md
control  curl -X POST ${url}/api/help${token ? " -H 'Authorization: Bearer TOKEN'" : ""}     docs/control.md
`;
}
