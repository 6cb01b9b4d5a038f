// What a browser sees at GET / where the viewer is not built: what runs here, and where to read on.

import { urlHost } from "../links/Address.js";
import type { RunningServer } from "../Server.js";

export function welcomePage({ simulation, host, tcpPort, url = "", token }: RunningServer): string {
  const { world, time, step, seed, awaited, clients } = simulation.status();
  const names = clients.map(({ name, state }) => `${name} (${state})`);
  return `ÜberSim

The viewer is not built: npm run build makes it.

world    ${world}, ${time} s, step ${step} s, seed ${seed}
clients  ${names.join(", ") || "none"}${awaited.length > 0 ? `; waits for ${awaited.join(", ")}` : ""}

robots   TCP ${urlHost(host)}:${tcpPort}, or WebSocket ${url.replace(/^http/, "ws")}/client     docs/protocol.md
control  curl -X POST ${url}/api/help${token ? " -H 'Authorization: Bearer TOKEN'" : ""}     docs/control.md
`;
}
