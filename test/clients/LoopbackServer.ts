// The real simulation behind a real TCP port, as fast as it goes.

import { createServer, type Server, type Socket } from "node:net";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";

export async function startLoopback(): Promise<{ port: number; simulation: Simulation; close(): Promise<void> }> {
  const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY });
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    clearTimeout(timer);
    const wait = simulation.run(performance.now());
    if (Number.isFinite(wait)) timer = setTimeout(run, wait);
  };
  const sockets = new Set<Socket>();
  const server: Server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    const session = simulation.connect(
      {
        send: (bytes) => socket.write(bytes),
        end: () => socket.end(),
        get backlog() {
          return socket.writableLength;
        },
        isLocal: true,
      },
      performance.now(),
    );
    socket.on("data", (bytes) => {
      session.receive(bytes);
      run();
    });
    const hangUp = () => {
      session.hangUp();
      run();
    };
    socket.on("end", hangUp);
    socket.on("error", hangUp);
    socket.on("close", () => sockets.delete(socket));
    run();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    simulation,
    close: async () => {
      simulation.stop();
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
