import { expect, test } from "vitest";
import { SimError } from "../../../describe/SimError.js";
import { SimulatorResponseSchema } from "../../../leagues/ssl/wire/SslSimulation_pb.js";
import { DatagramAnswers } from "./DatagramAnswers.js";

const problem = new SimError("UNREADABLE", { where: "SimulatorCommand", found: "bytes that are no such message" });
const request = Uint8Array.of(255);

test("[W8] another machine gets a short UNREADABLE, this one the reason too", () => {
  const answers = new DatagramAnswers();
  const to = (sender: string) => answers.failure(SimulatorResponseSchema, problem, { where: "x", request, sender });
  expect(to("10.0.0.7")?.length).toBeLessThan(20);
  expect(Buffer.from(to("127.0.0.1") ?? []).toString()).toContain("no such message");
});

test("[W8] errors to one address are limited, and an answer gets no answer", () => {
  const answers = new DatagramAnswers();
  const to = (bytes: Uint8Array, sender = "10.0.0.7") =>
    answers.failure(SimulatorResponseSchema, problem, { where: "x", request: bytes, sender });
  const sent = Array.from({ length: 1000 }, () => to(request)).filter((answer) => answer !== undefined);
  expect(sent.length).toBeLessThan(150);
  expect(to(request, "10.0.0.8")).toBeDefined();
  expect(to(sent[0], "10.0.0.9")).toBeUndefined();
});

test("[F3] a program on this machine learns all errors of its commands, also at the rate of a whole team", () => {
  const answers = new DatagramAnswers();
  const wrong = new SimError("NUMBER_NOT_FINITE", { where: "SimulatorCommand", found: "NaN" });
  const to = (sender: string) =>
    Array.from({ length: 1000 }, () =>
      answers.failure(SimulatorResponseSchema, wrong, { where: "x", request, sender }),
    ).filter((answer) => answer !== undefined);
  expect(to("127.0.0.1")).toHaveLength(1000);
  expect(to("10.0.0.7").length).toBeLessThan(150);
});
