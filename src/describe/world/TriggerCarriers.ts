// Bodies that carry the volumes of triggers (E2). `<Body>` names ENTITY/BODY, or an ENTITY of one body. A body of this file must
// exist; an entity may also join later. Volumes are placed relative to the centre of mass of their body, and without a mass, as on
// a path, to the mean place of its solids.

import { add } from "../../math/Vec3.js";
import { centerOf, type Entity } from "../entity/Entity.js";
import { unknownName } from "../SimError.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { VolumeCondition, WorldTrigger } from "./WorldTrigger.js";

interface ReadTrigger {
  readonly trigger: WorldTrigger;
  readonly element: XmlReader;
}

export function withCarriers(triggers: readonly ReadTrigger[], entities: readonly Entity[]): readonly WorldTrigger[] {
  return triggers.map(({ trigger, element }) => element.part(() => withCarrier(trigger, element, entities)) ?? trigger);
}

function withCarrier(trigger: WorldTrigger, element: XmlReader, entities: readonly Entity[]): WorldTrigger {
  const { condition } = trigger;
  const asked = condition.kind === "Volume" ? condition.body : undefined;
  const entity = entities.find(({ name }) => name === asked?.entity);
  if (condition.kind !== "Volume" || !asked || !entity) return trigger;
  const { bodies, path } = entity;
  const only = asked.body === "" && bodies.length === 1 ? bodies[0] : undefined;
  const body = only ?? bodies.find(({ name }) => name === asked.body);
  if (!body) {
    const paths = bodies.map(({ name }) => `${entity.name}/${name}`);
    throw element.place(unknownName("BODY_UNKNOWN", "", `${asked.entity}/${asked.body}`, paths), "Body");
  }
  const center = path ? centerOf([body]) : undefined;
  const moved: VolumeCondition = {
    ...condition,
    body: Object.freeze({ entity: entity.name, body: body.name }),
    solids: center ? condition.solids.map((solid) => shift(solid, center)) : condition.solids,
  };
  return Object.freeze({ ...trigger, condition: Object.freeze(moved) });
}

const shift = (solid: VolumeCondition["solids"][number], by: readonly [number, number, number]) =>
  Object.freeze({ ...solid, pose: { ...solid.pose, position: add(solid.pose.position, by) } });
