// Whether somebody sends vision already where ours will go (F3): multicast is shared without a word, and teams would see two worlds
// mixed. Listened to before the first packet of our own, so that any packet is somebody else's, and only for a moment: a program
// that wants the port for itself could not have it meanwhile. Who is paused is not heard.

import { createSocket } from "node:dgram";
import { directLookup } from "./MulticastSender.js";

export interface ProbeOptions {
  /** A multicast group. */
  readonly address: string;
  readonly port: number;
  /** Addresses of this machine at which it is joined. */
  readonly interfaces: readonly string[];
}

/** A dozen frames of a simulator that keeps up with real time. */
const LISTEN_MS = 250;

/** Address and port of who sends there; undefined: nobody was heard, or nobody can be. */
export async function findOtherSimulator(options: ProbeOptions): Promise<string | undefined> {
  // bound to the group it hears nothing of other groups at this port; not every system allows that
  for (const host of [options.address, "0.0.0.0"]) {
    const heard = await listen(host, options);
    if (heard !== "closed") return heard.sender;
  }
  return undefined;
}

/** "closed": the port cannot be had. */
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
          // there is no way to the group through that one
        }
      setTimeout(() => resolve({ sender: undefined }), LISTEN_MS);
    });
  }).finally(() => socket.close());
}
