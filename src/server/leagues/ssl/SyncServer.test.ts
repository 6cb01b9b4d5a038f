import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SimError } from "../../../describe/SimError.js";
import { SyncServer } from "./SyncServer.js";

/** More than the places of a port. */
const MANY = 40;

test("[W8] senders that may not command take no place of a team", async () => {
  let allowed = false;
  let members = 0;
  const server = await SyncServer.open({
    host: "127.0.0.1",
    port: 0,
    flag: "--ssl-ports",
    seat: "blue",
    join: () => {
      members++;
      return { request: () => {}, leave: () => {} };
    },
    admit: (found) => {
      if (!allowed) throw new SimError("SENDER_REFUSED", { where: "blue", found });
    },
    timeoutMs: () => Number.POSITIVE_INFINITY,
    wake: () => {},
  });
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const open = async (): Promise<void> => {
    const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
  };
  for (let i = 0; i < MANY; i++) await open();
  allowed = true;
  await open();
  await expect.poll(() => members).toBe(1);
  await server.close();
});
