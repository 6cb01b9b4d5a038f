// Messages of the league's protocols with random fields, many of them invalid, to a match.

import { create, type DescField, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { expect } from "vitest";
import { ERROR_TABLE } from "../../src/describe/SimError.js";
import { grSim_PacketSchema } from "../../src/leagues/ssl/wire/GrSim_pb.js";
import { RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import { RobotControlSchema, SimulatorCommandSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { SoccerMatch } from "../../testing/builders/SoccerMatch.js";

const NUMBERS = [
  ...[0, 0.05, 0.09, 0.15, 0.3, 1, 1.5, 2, 3, 4, -0.5, -1, -2.5, 0.7, 2.5],
  ...[12, 90, 1000, 1e9, -1e30, Number.NaN, Number.POSITIVE_INFINITY],
];
const MAX_DEPTH = 5;

export class Chance {
  readonly #stream: RandomStream;

  constructor(seed: string) {
    this.#stream = new RandomStream(seed);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#stream.integer(list.length)];
  }

  message<Desc extends DescMessage>(desc: Desc, depth = 0): MessageShape<Desc> {
    const message = create(desc);
    const fields = reflect(desc, message);
    for (const field of desc.fields) {
      if (this.#stream.uniform() < 0.3) continue;
      if (field.fieldKind === "list") {
        for (let n = this.#stream.integer(3); n > 0; n--) {
          const value = this.#value(field, depth);
          if (value !== undefined) fields.get(field).add(value as never);
        }
      } else {
        const value = this.#value(field, depth);
        if (value !== undefined && field.fieldKind !== "map") fields.set(field, value as never);
      }
    }
    return message;
  }

  #value(field: DescField, depth: number): unknown {
    const kind = field.fieldKind === "list" ? field.listKind : field.fieldKind;
    if (kind === "message") {
      if (depth >= MAX_DEPTH || !field.message) return undefined;
      return reflect(field.message, this.message(field.message, depth + 1));
    }
    if (kind === "enum") return this.pick(field.enum?.values ?? [])?.number;
    return this.#scalar(field.scalar ?? 0);
  }

  /** Keys are the type numbers of descriptor.proto. */
  #scalar(type: number): unknown {
    if (type === 8) return this.#stream.uniform() < 0.5;
    if (type === 9)
      return this.pick(["", "type.googleapis.com/sslsim.RobotSpecErForce", "x/RealismConfigErForce", "?"]);
    if (type === 12) return Uint8Array.from({ length: this.#stream.integer(12) }, () => this.#stream.integer(256));
    if (type === 1 || type === 2) return this.pick(NUMBERS);
    const whole = this.pick([0, 1, 2, 3, 4, 5, 15, 16, 300, 9000, 12_000]);
    const is64 = [3, 4, 6, 16, 18].includes(type);
    return is64 ? BigInt(whole) : whole;
  }
}

/** Each message is answered, with codes of the error table, and all numbers stay finite. */
export async function expectAnswers(seed: string, rounds: number): Promise<void> {
  const soccer = await SoccerMatch.create({}, { robots: (name) => name.endsWith("-0") || name.endsWith("-3") });
  const chance = new Chance(seed);
  const codes = new Set<string>();
  for (let i = 0; i < rounds; i++) {
    const team = chance.pick(["blue", "yellow"] as const);
    const answers = [
      soccer.match.control(team, chance.message(RobotControlSchema)),
      soccer.match.command(chance.message(SimulatorCommandSchema)),
    ];
    soccer.match.legacy(chance.message(grSim_PacketSchema));
    if (i % 10 === 0) soccer.match.referee(chance.message(RefereeSchema));
    for (const { errors } of answers) for (const { code } of errors) codes.add(code);
    soccer.step(0.004);
  }
  for (const code of codes) expect(Object.keys(ERROR_TABLE)).toContain(code);
  expect(codes).not.toContain("INTERNAL");
  expect(codes.size).toBeGreaterThan(5);
  expect(soccer.expelled).toEqual([]);
  const { robots, ball } = soccer.match.fieldState();
  for (const { x, y, orientation } of robots) expect([x, y, orientation].every(Number.isFinite)).toBe(true);
  expect(ball?.position.every(Number.isFinite) ?? true).toBe(true);
  soccer.close();
}
