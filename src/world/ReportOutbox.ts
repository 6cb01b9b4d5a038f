// Samples that have arrived and wait for the next frame of the robot's client (T9). A frame carries them in document order,
// the samples of one device oldest first. A device with `hold` and no new sample repeats its last one.

import { addSample, type Sample, TakenPicture } from "../devices/Sample.js";
import type { Hash64 } from "../math/Hash64.js";
import type { RobotDevice } from "./RobotDevice.js";
import { MAX_GATHERED, MIN_PICTURE_BYTES, SAMPLE_BYTES } from "./RobotLimits.js";

/** A sample on its way to the client. */
export interface Report {
  readonly device: RobotDevice;
  readonly sample: Sample;
}

export type OutboxState = readonly { readonly device: string; readonly sample: Sample }[];

export class ReportOutbox {
  #reports: Report[] = [];
  #bytes = 0;

  get reports(): readonly Report[] {
    return this.#reports;
  }

  add(report: Report): void {
    this.#reports.push(report);
    this.#bytes += bytesOf(report);
  }

  clear(): void {
    if (this.#reports.length === 0) return;
    this.#reports = [];
    this.#bytes = 0;
  }

  /** Drops the oldest reports above the limit. */
  trim(): void {
    let lost = 0;
    while (this.#bytes > MAX_GATHERED) this.#bytes -= bytesOf(this.#reports[lost++]);
    if (lost > 0) this.#reports.splice(0, lost);
  }

  /** Completes and sorts a frame; `holding`: devices with `hold`, in document order. */
  arrange(holding: readonly RobotDevice[]): void {
    for (let i = 0; i < holding.length; i++) {
      const device = holding[i];
      const sample = device.held;
      if (sample && !this.#reports.some((report) => report.device === device)) this.add({ device, sample });
    }
    if (isOrdered(this.#reports)) return;
    this.#reports.sort((a, b) => a.device.index - b.device.index);
  }

  save(): OutboxState {
    return this.#reports.map(({ device, sample }) => ({ device: device.name, sample }));
  }

  restore(state: OutboxState, deviceOf: (name: string) => RobotDevice): void {
    this.clear();
    for (const { device, sample } of state) this.add({ device: deviceOf(device), sample });
  }

  addTo(hash: Hash64): void {
    for (const { device, sample } of this.#reports) addSample(hash.addString(device.name), sample);
  }
}

const bytesOf = ({ sample }: Report): number =>
  SAMPLE_BYTES + (sample instanceof TakenPicture ? Math.max(MIN_PICTURE_BYTES, sample.length) : sample.length);

function isOrdered(reports: readonly Report[]): boolean {
  for (let i = 1; i < reports.length; i++) if (reports[i].device.index < reports[i - 1].device.index) return false;
  return true;
}
