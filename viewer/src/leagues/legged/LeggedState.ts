// The newest messages of a match of the four-legged league in the store. Undefined in a world without one.

import type { LeggedGeometry } from "../../../../src/leagues/legged/field/LeggedGeometry.js";
import type { LeggedStatus } from "../../../../src/leagues/legged/LeggedStatus.js";
import type { LeggedViewMessage } from "../../../../src/leagues/legged/LeggedView.js";
import type { Store } from "../../Store.js";

export function leggedFieldOf({ guestMessages }: Store): LeggedGeometry | undefined {
  const message = guestMessages.get("legged-field") as LeggedViewMessage | undefined;
  return message?.type === "legged-field" ? message.field : undefined;
}

export function leggedMatchOf({ guestMessages }: Store): LeggedStatus | undefined {
  const message = guestMessages.get("legged-match") as LeggedViewMessage | undefined;
  return message?.type === "legged-match" ? message.match : undefined;
}
