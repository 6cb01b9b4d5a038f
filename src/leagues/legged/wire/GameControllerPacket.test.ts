import { describe, expect, test } from "vitest";
import { RandomStream } from "../../../math/RandomStream.js";
import {
  decodeGameController,
  encodeGameController,
  type GameControllerData,
  GC_VERSIONS,
} from "./GameControllerPacket.js";

const PLAYS = { penalty: 0, seconds: 0 };
const DATA: GameControllerData = {
  state: "playing",
  isFirstHalf: true,
  kickOffTeam: "red",
  secsRemaining: 432,
  dropInTeam: "red",
  dropInTime: 7,
  teams: {
    blue: { number: 25, score: 2, players: [PLAYS, { penalty: 3, seconds: 12 }, PLAYS, PLAYS] },
    red: { number: 15, score: 1, players: [PLAYS, PLAYS, PLAYS, { penalty: 8, seconds: 30 }] },
  },
};

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset);

describe("[L4] packet of the game controller", () => {
  test("2005: version 4, 120 bytes, all numbers of 32 bits", () => {
    const bytes = encodeGameController(DATA, 4);
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("RGme");
    const numbers = Array.from({ length: 29 }, (_, i) => view(bytes).getUint32(4 + 4 * i, true));
    // version, state, first half, kick-off of red, seconds, drop-in of red, its time; number, colour, score, players
    const blue = [25, 0, 2, 0, 0, 3, 12, 0, 0, 0, 0];
    const red = [15, 1, 1, 0, 0, 0, 0, 0, 0, 8, 30];
    expect(numbers).toEqual([4, 3, 1, 1, 432, 1, 7, ...blue, ...red]);
    expect(bytes).toHaveLength(120);
  });

  test("2006: version 6, 116 bytes, eleven places for players", () => {
    const bytes = encodeGameController(DATA, 6);
    expect(bytes).toHaveLength(116);
    expect([...bytes.subarray(0, 20)]).toEqual([
      ...[..."RGme"].map((letter) => letter.charCodeAt(0)),
      ...[6, 0, 0, 0],
      // players per team, state, first half, kick-off, secondary state, drop-in team, its time, seconds
      ...[4, 3, 1, 1, 0, 1, 7, 0],
      ...[432 & 255, 432 >> 8, 0, 0],
    ]);
    expect([...bytes.subarray(20, 32)]).toEqual([25, 0, 2, 0, 0, 0, 0, 0, 3, 0, 12, 0]);
    expect([...bytes.subarray(68, 72)]).toEqual([15, 1, 1, 0]);
  });

  test.each(GC_VERSIONS)("version %i is read as it was written", (version) => {
    expect(decodeGameController(encodeGameController(DATA, version))).toEqual(DATA);
    const none = { ...DATA, dropInTime: undefined, state: "finished", isFirstHalf: false } as const;
    expect(decodeGameController(encodeGameController(none, version))).toEqual(none);
  });

  test("malformed packets are no packets, whatever their bytes are", () => {
    const good = encodeGameController(DATA, 6);
    const changed = (at: number, byte: number): Uint8Array => good.map((old, i) => (i === at ? byte : old));
    for (const bytes of [new Uint8Array(), good.subarray(0, 115), Uint8Array.of(...good, 0), good.subarray(0, 7)])
      expect(decodeGameController(bytes)).toBeUndefined();
    // header, version, state, half, kick-off team, colour of a team
    for (const [at, byte] of [
      [0, 0],
      [4, 5],
      [4, 4],
      [9, 5],
      [10, 2],
      [11, 2],
      [21, 1],
      [21, 9],
    ] as const)
      expect(decodeGameController(changed(at, byte)), `byte ${at}`).toBeUndefined();
    const stream = new RandomStream(5);
    for (let k = 0; k < 2000; k++) {
      const bytes = Uint8Array.from(good, (byte) =>
        stream.nextUint32() % 10 === 0 ? stream.nextUint32() & 255 : byte,
      );
      expect(() => decodeGameController(bytes)).not.toThrow();
    }
  });
});
