// A match in the 3D view: lines and marks on the field, numbers of players, the field as the area of the first view.

import { robotKey } from "../../../../src/leagues/ssl/Team.js";
import type { LeagueScene } from "../LeagueScenes.js";
import { isFieldLines } from "../shared/FieldLines.js";
import { MatchMarks } from "./MatchMarks.js";
import { fieldOf } from "./MatchState.js";

export const sslScene: LeagueScene = {
  drawsItself: isFieldLines,
  labelOf: (store, robot) => {
    const key = fieldOf(store) && robotKey(robot);
    return key && { text: String(key.id), team: key.team };
  },
  areaOf: (store) => {
    const field = fieldOf(store);
    return field && [field.fieldLength / 2 + field.boundaryWidthGoalLine, field.fieldWidth / 2 + field.boundaryWidth];
  },
  createMarks: (scene, canvas, store, views) => new MatchMarks(scene, canvas, store, views),
};
