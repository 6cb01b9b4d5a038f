// SimulatorConfig while the match runs (F3, F4): field, robots' specs, realism, port of the vision. Each item is applied as a whole or
// not at all. Robots that overlap something after the change are moved before the next step.

import type { Any } from "@bufbuild/protobuf/wkt";
import { SimError } from "../../../describe/SimError.js";
import type { World } from "../../../world/World.js";
import { BALL } from "../../shared/Ball.js";
import type { Placing } from "../../shared/Placing.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import type { SslRoster } from "../SslRoster.js";
import type { Realism } from "../vision/Realism.js";
import { realismFromErForce } from "../vision/RealismChange.js";
import {
  RealismConfigErForceSchema,
  type RobotSpecs,
  type SimulatorConfig,
  SimulatorConfigSchema,
  type SimulatorError,
} from "../wire/SslSimulation_pb.js";
import { fieldFromWire, replaceField } from "./GeometryChange.js";
import type { SpecChange } from "./SpecChange.js";
import { attempt, checkRange, readCustom, WireFields } from "./WireError.js";

/** The part of a configuration that does not change the world. */
export interface MatchSettings {
  field: FieldGeometry;
  realism: Realism;
  visionPort: number | undefined;
  readonly trackerPort: number | undefined;
}

export interface ConfigDependencies {
  readonly world: World;
  readonly roster: SslRoster;
  readonly placing: Placing;
  readonly specs: SpecChange;
  readonly settings: MatchSettings;
}

const PORT = { min: 1, max: 65_535, unit: "" } as const;

export class ConfigChange {
  readonly #dependencies: ConfigDependencies;

  constructor(dependencies: ConfigDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the errors. */
  apply(config: SimulatorConfig): readonly SimulatorError[] {
    const fields = new WireFields(SimulatorConfigSchema, config, "config");
    const { geometry, robotSpecs, realismConfig, visionPort } = config;
    const { settings } = this.#dependencies;
    return [
      ...(geometry ? attempt("geometry", () => this.#setField(fieldFromWire(geometry, settings.field))) : []),
      ...this.#setSpecs(robotSpecs),
      ...(realismConfig?.custom ?? []).flatMap((any) => attempt("realism_config", () => this.#setRealism(any))),
      ...(fields.has("visionPort")
        ? attempt("vision_port", () => {
            settings.visionPort = checkVisionPort(visionPort, settings);
          })
        : []),
    ];
  }

  #setField(field: FieldGeometry): void {
    replaceField(this.#dependencies.world, field);
    this.#dependencies.settings.field = field;
    this.#markPlaced();
  }

  #setSpecs(messages: readonly RobotSpecs[]): readonly SimulatorError[] {
    const { world, specs } = this.#dependencies;
    const { robots } = world;
    const errors = specs.change(messages);
    if (world.robots !== robots) this.#markPlaced();
    return errors;
  }

  /** Robots and ball are checked before the next step: they may overlap a new wall or a larger robot. */
  #markPlaced(): void {
    const { roster, placing } = this.#dependencies;
    for (const { name } of roster.players) placing.mark(name);
    placing.mark(BALL);
  }

  #setRealism(any: Any): void {
    const { settings } = this.#dependencies;
    const message = readCustom(any, RealismConfigErForceSchema, "realism_config/custom");
    settings.realism = realismFromErForce(message, settings.realism);
  }
}

function checkVisionPort(port: number, { trackerPort }: MatchSettings): number {
  const where = "config/vision_port";
  if (port !== trackerPort) return checkRange(port, PORT, where);
  throw new SimError("VALUE_OUT_OF_RANGE", {
    where,
    found: port,
    allowed: "another port than the tracker's",
    advice: "Choose another port: listeners of either would get both.",
  });
}
