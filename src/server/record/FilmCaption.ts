// What the caption of a film says beside the time.

import type { Simulation } from "../../session/Simulation.js";

/** The score of each game: Blue 2 : 1 Yellow. */
export function captionOf({ guests }: Simulation): string {
  const games = guests.flatMap((guest) => guest.game?.() ?? []);
  return games.map(({ teams: [one, other] }) => `${one.name} ${one.score} : ${other.score} ${other.name}`).join("   ");
}
