// A team as recordings tell it: its colour, and its name if it has another one.

import type { GuestGame } from "../../session/Guest.js";

type GameTeam = GuestGame["teams"][number];

export const gameTeam = ({ name, score, possession }: GameTeam, color: string): GameTeam => ({
  name: name === "" || name.toLowerCase() === color ? color : `${color} (${name})`,
  score,
  possession,
});
