// The vision of a match (F3, F4): reads the field state after every step, takes a frame with every camera when it is due, and releases it
// after the vision's delay: one packet per camera and frame, empty ones too. The geometry is a separate packet before the first
// frame, every 3 s, and after a change. Synchronous clients ask for detections themselves: of this instant
// (`detectNow`), or as late as the vision's delay (`detectDelayed`).

import { toBinary } from "@bufbuild/protobuf";
import type { WorldCamera } from "../../../describe/world/WorldFile.js";
import { Schedule, type ScheduleState } from "../../../latency/Schedule.js";
import type { Hash64 } from "../../../math/Hash64.js";
import { RandomStream } from "../../../math/RandomStream.js";
import type { FieldState } from "../FieldState.js";
import { FIELD_SIZES, type FieldGeometry } from "../field/FieldGeometry.js";
import {
  type SSL_DetectionFrame,
  type SSL_GeometryData,
  SSL_Source,
  type SSL_WrapperPacket,
  SSL_WrapperPacketSchema,
} from "../wire/SslVision_pb.js";
import { chooseCameras } from "./CameraLayout.js";
import { DelayedSight, type SightState } from "./DelayedSight.js";
import { Detector, type DetectorState } from "./Detector.js";
import { geometryPacket } from "./GeometryPacket.js";
import { visionLaterBy } from "./PacketTimes.js";
import { addRealismTo, type Realism } from "./Realism.js";
import { VisionCamera, type VisionCameraSettings } from "./VisionCamera.js";

const GEOMETRY_NS = 3e9;
const NS = 1e9;

export interface VisionOptions {
  readonly field: FieldGeometry;
  /** Simulated time at the start, ns. */
  readonly startNs?: number;
  readonly seed: number;
  readonly realism: Realism;
  readonly rateHz: number;
  /** Unix time of simulated time 0, s. */
  readonly epochSec: number;
  /** 1 to 8; default: the world's cameras, or 4 (1 on a 2003 field). */
  readonly cameras?: number | undefined;
  /** Cameras of the world's file. */
  readonly worldCameras?: readonly WorldCamera[] | undefined;
}

interface Pending {
  readonly dueNs: number;
  readonly packets: readonly SSL_WrapperPacket[];
}

export interface VisionState {
  readonly field: FieldGeometry;
  readonly realism: Realism;
  readonly rateHz: number;
  readonly cameras: readonly VisionCameraSettings[];
  readonly schedule: ScheduleState;
  readonly pending: readonly Pending[];
  readonly geometryDueNs: number;
  readonly detectors: readonly DetectorState[];
  readonly synchronous: readonly DetectorState[];
  /** Undefined: no client has asked for delayed detections. */
  readonly late?: { readonly detectors: readonly DetectorState[]; readonly states: SightState } | undefined;
}

const NOTHING: readonly SSL_WrapperPacket[] = Object.freeze([]);

export class Vision {
  readonly #options: VisionOptions;
  readonly #stream: RandomStream;
  #field: FieldGeometry;
  #realism: Realism;
  #cameras: readonly VisionCamera[];
  #schedule: Schedule;
  #detectors: readonly Detector[] = [];
  #synchronous: readonly Detector[] = [];
  #late: readonly Detector[] = [];
  /** Undefined: no client has asked for delayed detections. */
  #sight: DelayedSight | undefined;
  #pending: Pending[] = [];
  #geometry: SSL_GeometryData | undefined;
  #geometryDueNs: number;
  #epochSec: number;

  constructor(options: VisionOptions) {
    this.#options = options;
    this.#epochSec = options.epochSec;
    this.#stream = new RandomStream(options.seed).split("vision");
    this.#field = options.field;
    this.#realism = options.realism;
    this.#schedule = new Schedule(options.startNs ?? 0, options.rateHz);
    this.#geometryDueNs = options.startNs ?? 0;
    this.#cameras = chooseCameras(options.field, options.worldCameras, options.cameras);
    this.#makeDetectors();
  }

  /** Unix time of simulated time 0, s. Packets that have not left take the new one. */
  get epochSec(): number {
    return this.#epochSec;
  }

  set epochSec(epochSec: number) {
    const shift = epochSec - this.#epochSec;
    if (shift === 0) return;
    this.#epochSec = epochSec;
    this.#pending = this.#pending.map((one) => ({
      ...one,
      packets: one.packets.map((each) => visionLaterBy(each, shift)),
    }));
  }

  /** After every step. */
  look(fieldState: FieldState): void {
    if (!this.#schedule.isDue(fieldState.timeNs)) return;
    const { epochSec } = this;
    const packets: SSL_WrapperPacket[] = [];
    if (fieldState.timeNs >= this.#geometryDueNs) {
      this.#geometryDueNs = fieldState.timeNs + GEOMETRY_NS;
      packets.push(wrap({ geometry: this.geometry() }));
    }
    for (const detector of this.#detectors) packets.push(wrap({ detection: detector.detect(fieldState, epochSec) }));
    // packets stay in order after the delay was shortened
    const last = this.#pending.at(-1)?.dueNs ?? 0;
    const dueNs = Math.max(last, fieldState.timeNs + this.#delayNs);
    this.#pending.push({ dueNs, packets });
  }

  /** The packets that leave now. */
  takeDue(timeNs: number): readonly SSL_WrapperPacket[] {
    let n = 0;
    while (n < this.#pending.length && this.#pending[n].dueNs <= timeNs) n++;
    if (n === 0) return NOTHING;
    return this.#pending.splice(0, n).flatMap(({ packets }) => packets);
  }

  /** Detections of all cameras at this instant, without delay, with separate random streams and frame numbers. */
  detectNow(fieldState: FieldState): readonly SSL_DetectionFrame[] {
    return this.#synchronous.map((detector) => detector.detect(fieldState, this.epochSec));
  }

  /** From now on states are kept for `detectDelayed`. */
  keepSight(): void {
    this.#sight ??= new DelayedSight();
  }

  get keepsSight(): boolean {
    return this.#sight !== undefined;
  }

  /** After every step while it keeps sight; `fieldState` is a copy. */
  remember(fieldState: FieldState): void {
    this.#sight?.note(fieldState, this.#delayNs);
  }

  /** Detections of all cameras as long ago as the vision's delay; none before it is over for the first time. */
  detectDelayed(timeNs: number): readonly SSL_DetectionFrame[] {
    const seen = this.#sight?.at(timeNs - this.#delayNs);
    return seen ? this.#late.map((detector) => detector.detect(seen, this.epochSec)) : [];
  }

  get #delayNs(): number {
    return Math.round(this.#realism.visionDelay * NS);
  }

  geometry(): SSL_GeometryData {
    this.#geometry ??= geometryPacket(
      this.#field,
      this.#detectors.map(({ sentCamera }) => sentCamera),
    );
    return this.#geometry;
  }

  // ---- changes while it runs

  get realism(): Realism {
    return this.#realism;
  }

  set realism(realism: Realism) {
    this.#realism = realism;
    for (const detector of [...this.#detectors, ...this.#synchronous, ...this.#late]) detector.realism = realism;
    this.#geometryChanged();
  }

  get field(): FieldGeometry {
    return this.#field;
  }

  /** The world's cameras stay if they see the whole field; frame numbers continue. */
  set field(field: FieldGeometry) {
    const before = this.save();
    this.#field = field;
    this.#cameras = chooseCameras(field, this.#options.worldCameras, this.#options.cameras);
    this.#makeDetectors();
    this.#restoreDetectors(before);
  }

  get rateHz(): number {
    return this.#schedule.rateHz ?? this.#options.rateHz;
  }

  set rateHz(rateHz: number) {
    if (rateHz !== this.rateHz) this.#schedule = this.#schedule.atRate(rateHz);
  }

  get cameras(): readonly VisionCamera[] {
    return this.#cameras;
  }

  // ---- state

  save(): VisionState {
    return Object.freeze({
      field: this.#field,
      realism: this.#realism,
      rateHz: this.rateHz,
      cameras: this.#cameras.map(({ settings }) => settings),
      schedule: this.#schedule.save(),
      pending: Object.freeze([...this.#pending]),
      geometryDueNs: this.#geometryDueNs,
      detectors: this.#detectors.map((detector) => detector.save()),
      synchronous: this.#synchronous.map((detector) => detector.save()),
      late: this.#sight && { detectors: this.#late.map((detector) => detector.save()), states: this.#sight.save() },
    });
  }

  restore(state: VisionState): void {
    this.#field = state.field;
    this.#realism = state.realism;
    this.#cameras = state.cameras.map((settings) => new VisionCamera(settings));
    this.#schedule = new Schedule(0, state.rateHz);
    this.#schedule.restore(state.schedule);
    this.#makeDetectors();
    this.#restoreDetectors(state);
    this.#pending = [...state.pending];
    this.#geometryDueNs = state.geometryDueNs;
    this.#sight = state.late && new DelayedSight();
    this.#sight?.restore(state.late?.states ?? []);
  }

  /** Adds everything that determines later packets. */
  addTo(hash: Hash64): void {
    this.#stream.addTo(hash);
    addRealismTo(hash, this.#realism);
    hash.addNumber(this.rateHz).addInt(this.#geometryDueNs);
    this.#schedule.addTo(hash);
    for (const size of FIELD_SIZES) hash.addNumber(this.#field[size]);
    for (const detector of this.#detectors) detector.addTo(hash);
    for (const detector of this.#synchronous) detector.addTo(hash);
    if (this.#sight) {
      this.#sight.addTo(hash);
      for (const detector of this.#late) detector.addTo(hash);
    }
    hash.addInt(this.#pending.length);
    for (const { dueNs, packets } of this.#pending) {
      hash.addInt(dueNs).addInt(packets.length);
      for (const packet of packets) hash.addBytes(toBinary(SSL_WrapperPacketSchema, packet));
    }
  }

  #makeDetectors(): void {
    const cameras = this.#cameras;
    const periodSec = 1 / this.rateHz;
    const make = (prefix: string): readonly Detector[] =>
      cameras.map((camera, id) => {
        const others = cameras.filter((other) => other !== camera);
        const stream = this.#stream.split(`${prefix}-${id}`);
        return new Detector({ id, camera, others, stream, errors: this.#stream.split(`errors-${id}`), periodSec });
      });
    this.#detectors = make("camera");
    this.#synchronous = make("synchronous");
    this.#late = make("late");
    this.realism = this.#realism;
  }

  #restoreDetectors({ detectors, synchronous, late }: VisionState): void {
    for (const [i, detector] of this.#detectors.entries()) if (detectors[i]) detector.restore(detectors[i]);
    for (const [i, detector] of this.#synchronous.entries()) if (synchronous[i]) detector.restore(synchronous[i]);
    for (const [i, detector] of this.#late.entries()) if (late?.detectors[i]) detector.restore(late.detectors[i]);
  }

  /** It is sent with the next frame. */
  #geometryChanged(): void {
    this.#geometry = undefined;
    this.#geometryDueNs = 0;
  }
}

const wrap = (content: { detection?: SSL_DetectionFrame; geometry?: SSL_GeometryData }): SSL_WrapperPacket => ({
  $typeName: "SSL_WrapperPacket",
  ...content,
  source: SSL_Source.SSL_SOURCE_OTHER,
});
