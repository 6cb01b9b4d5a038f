// Signals of a recording by name: patterns, units, rows as they were taken and at a rate, text.

import { beforeAll, describe, expect, it } from "vitest";
import { segwayRun } from "../../../testing/builders/RecordedRun.js";
import { RecordFilter } from "../channels/RecordFilter.js";
import { RunChannels } from "../channels/RunChannels.js";
import { McapFile } from "../mcap/McapFile.js";
import { Recording } from "../mcap/Recording.js";
import { RecordClock } from "../RecordClock.js";
import { CsvSink } from "./CsvSink.js";
import { listSignals, readSignals, rowsAtRate, rowsOf } from "./SignalTable.js";
import { csvOf, jsonOf } from "./SignalText.js";

const parts: Uint8Array[] = [];
const csv: Uint8Array[] = [];
const pitches: number[] = [];
let recording: Recording;

beforeAll(async () => {
  const simulation = await segwayRun();
  const file = new McapFile({ write: (bytes) => void parts.push(bytes) }, { library: "test" });
  const live = new CsvSink({ write: (bytes) => void csv.push(bytes) }, ["Segway/Incmeter"]);
  const clock = new RecordClock(simulation);
  const runs = [file, live].map((sink) => new RunChannels({ simulation, sink, clock, filter: new RecordFilter() }));
  const device = simulation.world.robot("Segway").device("Incmeter");
  pitches.push(device.newest[0] + 0);
  for (let i = 0; i < 100; i++) {
    simulation.run(0);
    for (const run of runs) run.afterFrame();
    pitches.push(device.newest[0] + 0);
  }
  for (const run of runs) run.close();
  file.end();
  live.end();
  const all = new Uint8Array(Buffer.concat(parts));
  recording = new Recording({ size: all.length, read: (at, length) => all.subarray(at, at + length) });
});

const textOf = (bytes: readonly Uint8Array[]): string => Buffer.concat(bytes).toString();

describe("[X2] signals of a recording", () => {
  it("have the names and units of the devices' own descriptions", () => {
    const units = new Map(listSignals(recording).map(({ name, unit }) => [name, unit]));
    expect(units.get("Segway/Incmeter/pitch")).toBe("rad");
    expect(units.get("Segway/LWheel/position.x")).toBe("m");
    expect(units.get("Segway/LMotor.2/velocity")).toBe("rad/s");
  });

  it("are every sample, exactly, the one of joining included", () => {
    const [signal] = readSignals(recording, ["segway/incmeter"]);
    expect(signal.name).toBe("Segway/Incmeter/pitch");
    expect(signal.values.map((value) => value + 0)).toEqual(pitches.map(Math.fround));
    expect(signal.times.slice(0, 3)).toEqual([0, 0.001, 0.002]);
  });

  it("are chosen by patterns and ranges; an unknown one is named", () => {
    const names = readSignals(recording, ["*/position.z"]).map(({ name }) => name);
    expect(names).toContain("Segway/RWheel/position.z");
    expect(names.every((name) => name.endsWith("/position.z"))).toBe(true);
    const [part] = readSignals(recording, ["Segway/Incmeter"], { fromSec: 0.01, toSec: 0.02 });
    expect([part.times[0], part.times.at(-1)]).toEqual([0.01, 0.02]);
    expect(() => readSignals(recording, ["Segway/Incmter"])).toThrow(/SIGNAL_UNKNOWN.*Incmter/);
  });

  it("become rows: a row for each new value, or values held at a rate", () => {
    const signals = readSignals(recording, ["Segway/Incmeter", "Segway/LWheel/position.x"]);
    const rows = rowsOf(signals);
    expect(rows.times).toHaveLength(101);
    // poses come at 50 Hz
    expect(rows.columns[1].filter((value) => !Number.isNaN(value))).toHaveLength(6);
    const held = rowsAtRate(signals, 1000);
    expect(held.times).toHaveLength(101);
    expect(held.columns[1].every((value) => Number.isFinite(value))).toBe(true);
    expect(held.columns[0].map((value) => value + 0)).toEqual(pitches.map(Math.fround));
  });

  it("become CSV and JSON that keep every digit", () => {
    const rows = rowsOf(readSignals(recording, ["Segway/Incmeter"]));
    const lines = [...csvOf(rows)].join("").trim().split("\n");
    expect(lines[0]).toBe("time,Segway/Incmeter/pitch");
    expect(lines.slice(1).map((line) => Number(line.split(",")[1]))).toEqual(pitches.map(Math.fround));
    const { units, columns } = JSON.parse([...jsonOf(rows)].join(""));
    expect(units["Segway/Incmeter/pitch"]).toBe("rad");
    expect(columns["Segway/Incmeter/pitch"]).toEqual(pitches.map(Math.fround));
    // the live file is the same
    expect(textOf(csv)).toBe([...csvOf(rows)].join(""));
  });
});

describe("the filter of a recording", () => {
  it("takes patterns of topics, exclusions, and contacts on request", () => {
    const wants = (patterns: readonly string[], topic: string) => new RecordFilter(patterns).wants(topic);
    expect([wants([], "/tf"), wants([], "/contacts"), wants(["*"], "/contacts")]).toEqual([true, false, false]);
    expect([wants(["contacts"], "/contacts"), wants(["*", "contacts"], "/tf")]).toEqual([true, true]);
    expect([wants(["!camera"], "/camera/A/image"), wants(["!camera"], "/tf")]).toEqual([false, true]);
    expect([wants(["/sensors/Segway*"], "/sensors/Segway-2/Imu"), wants(["sensors"], "/tf")]).toEqual([true, false]);
  });
});
