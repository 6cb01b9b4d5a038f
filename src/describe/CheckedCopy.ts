// Descriptions that were checked once are known by their identity: they are neither checked nor normalized again, which would change
// the last bits of directions. A copy of such an object, as a recording has it, is taken over as it is.

import { adoptNormalized, isNormalized } from "./Check.js";
import { adoptEntity, type Entity, isDescribedEntity } from "./entity/Entity.js";
import { adoptTexture, isDescribedTexture, outlineTexture, type Texture } from "./entity/Texture.js";
import { adoptWorld, isDescribedWorld, type WorldDescription } from "./world/WorldDescription.js";

/** Kinds of checked objects. Recordings contain their places in this list: add at the end. */
export const CHECKED_KINDS = ["direction", "entity", "texture", "world"] as const;
export type CheckedKind = (typeof CHECKED_KINDS)[number];

/** Undefined: it is none of them, or was not checked. */
export function checkedKindOf(value: object): CheckedKind | undefined {
  if (isNormalized(value)) return "direction";
  if (isDescribedEntity(value)) return "entity";
  if (isDescribedTexture(value)) return "texture";
  return isDescribedWorld(value) ? "world" : undefined;
}

export function adoptChecked(copy: object, kind: CheckedKind): void {
  if (kind === "direction") adoptNormalized(copy);
  else if (kind === "entity") adoptEntity(copy as Entity);
  else if (kind === "texture") adoptTexture(copy as Texture, outlineTexture(copy as Texture).digest);
  else adoptWorld(copy as WorldDescription);
}
