import fc from "fast-check";
import { expect, test } from "vitest";
import { refusal } from "../../../../testing/builders/Refusal.js";
import { LeagueLogReader, LOG_TYPE, logHeader, logRecord } from "./LeagueLog.js";

test("[F3] bytes of the league's format, big-endian", () => {
  expect(Buffer.from(logHeader()).toString("latin1")).toBe("SSL_LOG_FILE\0\0\0\x01");
  const bytes = logRecord({ timeNs: 0x0102030405060708n, type: LOG_TYPE.tracker, message: Uint8Array.of(9, 10) });
  expect(Buffer.from(bytes).toString("hex")).toBe("01020304050607080000000500000002090a");
});

test("[F3] records come back from pieces of any size; what was cut off is left out", () => {
  const record = fc.record({
    timeNs: fc.bigInt({ min: 0n, max: 1n << 62n }),
    type: fc.integer({ min: 0, max: 6 }),
    message: fc.uint8Array({ maxLength: 50 }),
  });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), fc.nat(), (records, size, cut) => {
      const whole = Buffer.concat([logHeader(), ...records.map(logRecord)]);
      const read = (bytes: Uint8Array) => {
        const reader = new LeagueLogReader("x.log");
        return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          reader.push(bytes.subarray(i * size, (i + 1) * size)),
        ).flat();
      };
      expect(read(whole)).toEqual(
        records.map(({ message, ...rest }) => ({ ...rest, message: Uint8Array.from(message) })),
      );
      const part = read(whole.subarray(0, cut % (whole.length + 1)));
      expect(read(whole).slice(0, part.length)).toEqual(part);
    }),
    { seed: 4, numRuns: 100 },
  );
});

test("[F3] another file, another version and a wrong length are refused", () => {
  const push = (bytes: Uint8Array) => new LeagueLogReader("x.log").push(bytes);
  expect(refusal(() => push(Buffer.from("PK\x03\x04 something else"))).code).toBe("RECORDING_UNREADABLE");
  const second = logHeader();
  second[15] = 2;
  expect(refusal(() => push(second)).found).toBe("version 2");
  const record = logRecord({ timeNs: 0n, type: 4, message: new Uint8Array(1) });
  record[12] = 0x7f;
  expect(refusal(() => push(Buffer.concat([logHeader(), record]))).code).toBe("RECORDING_UNREADABLE");
});
