// Looks for another simulator that sends vision to the same group and port (F3): teams would receive two worlds mixed. Listens
// before this server's first packet, so that any packet is from another program, and only for a moment, because a program that
// wants the port for itself cannot bind it meanwhile. A paused simulator is not found.

import { createSocket } from "node:dgram";
import { directLookup } from "./MulticastSender.js";

export interface ProbeOptions {
  /** A multicast group. */
  readonly address: string;
  readonly port: number;
  /** Addresses of this machine at which the group is joined. */
  readonly interfaces: readonly string[];
}

/** About a dozen vision frames at real time. */
const LISTEN_MS = 250;

/** Address and port of the other sender; undefined: none was found, or the port cannot be bound. */
export async function findOtherSimulator(options: ProbeOptions): Promise<string | undefined> {
  // a socket bound to the group receives no other groups at this port; not every system allows that
  for (const host of [options.address, "0.0.0.0"]) {
    const result = await listen(host, options);
    if (result !== "closed") return result.sender;
  }
  return undefined;
}

/** "closed": the port cannot be bound. */
function listen(
  host: string,
  { address, port, interfaces }: ProbeOptions,
): Promise<"closed" | { readonly sender: string | undefined }> {
  const socket = createSocket({ type: "udp4", reuseAddr: true, lookup: directLookup });
  return new Promise<"closed" | { readonly sender: string | undefined }>((resolve) => {
    socket.once("error", () => resolve("closed"));
    socket.once("message", (_bytes, sender) => resolve({ sender: `${sender.address}:${sender.port}` }));
    socket.bind({ port, address: host }, () => {
      for (const own of new Set(interfaces))
        try {
          socket.addMembership(address, own);
        } catch {
          // this interface has no route to the group
        }
      setTimeout(() => resolve({ sender: undefined }), LISTEN_MS);
    });
  }).finally(() => socket.close());
}
