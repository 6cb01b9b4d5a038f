// Floods over WebSockets (W8): thousands of short messages arrive in one piece of data. They must not hold the event loop.

import { expect, test, vi } from "vitest";
import { RawSocket } from "../server/RawSocket.js";
import { testServer } from "../server/Servers.js";

/** A masked frame with one character, which is no request. */
const MESSAGE = Uint8Array.of(0x81, 0x81, 0, 0, 0, 0, 0x78);

test("[W8] a flood of short messages at /api is answered in parts", async () => {
  const server = await testServer();
  const raw = (await RawSocket.open(server, "/api")).read();
  const count = 9000;
  const parse = vi.spyOn(JSON, "parse");
  let [seen, most] = [0, 0];
  const turn = (): void => {
    const { length } = parse.mock.calls;
    most = Math.max(most, length - seen);
    seen = length;
    if (seen < count) setImmediate(turn);
  };
  turn();
  raw.socket.write(Buffer.concat(Array.from({ length: count }, () => MESSAGE)));
  await expect.poll(() => raw.text.split("REQUEST_MALFORMED").length, { timeout: 60_000 }).toBeGreaterThan(count);
  parse.mockRestore();
  expect(most).toBeLessThan(count / 4);
});
