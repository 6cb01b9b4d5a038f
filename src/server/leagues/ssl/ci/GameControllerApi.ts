// Commands of a person to the league's game controller (F5), as its own user interface sends them.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { FieldGeometry } from "../../../../leagues/ssl/field/FieldGeometry.js";
import type { RefereeCommand } from "../../../../leagues/ssl/referee/RefereeCommand.js";
import type { TeamColor } from "../../../../leagues/ssl/Team.js";
import {
  type ApiInput,
  ApiInputSchema,
  type ChangeSchema,
  ContinueAction_Type,
  GcCommand_Type,
} from "../../../../leagues/ssl/wire/SslCi_pb.js";
import { Division, Team } from "../../../../leagues/ssl/wire/SslCommon_pb.js";
import { GameEvent_Type, Referee_Command } from "../../../../leagues/ssl/wire/SslReferee_pb.js";

const team = (color: TeamColor): Team => (color === "blue" ? Team.BLUE : Team.YELLOW);
const change = (init: NonNullable<MessageInitShape<typeof ChangeSchema>["change"]>): ApiInput =>
  create(ApiInputSchema, { change: { change: init } });
const command = (type: GcCommand_Type, forTeam = Team.UNKNOWN): ApiInput =>
  change({ case: "newCommandChange", value: { command: { type, forTeam } } });

/** At the beginning: the division of the field, and a game that goes on by itself. */
export function firstInputs({ type }: FieldGeometry): readonly ApiInput[] {
  const division = type === "division-a" ? Division.DIV_A : Division.DIV_B;
  return [
    change({ case: "updateConfigChange", value: { division } }),
    create(ApiInputSchema, { configDelta: { autoContinue: true } }),
  ];
}

/** `now`: the controller's command. */
export function apiInputs(said: RefereeCommand, now: Referee_Command | undefined): readonly ApiInput[] {
  switch (said.kind) {
    case "halt":
      return [command(GcCommand_Type.COMMAND_HALT)];
    case "stop":
      return [command(GcCommand_Type.COMMAND_STOP)];
    case "start":
      return [command(isPrepared(now) ? GcCommand_Type.COMMAND_NORMAL_START : GcCommand_Type.COMMAND_FORCE_START)];
    case "kickoff":
      return [command(GcCommand_Type.COMMAND_KICKOFF, team(said.team))];
    case "free":
      return [...placeOf(said.place), command(GcCommand_Type.COMMAND_DIRECT, team(said.team))];
    case "goal":
      return [goalOf(said.team)];
    case "end":
      return [
        create(ApiInputSchema, { continueAction: { type: ContinueAction_Type.NEXT_STAGE, forTeam: Team.UNKNOWN } }),
      ];
    case "new":
      return [create(ApiInputSchema, { resetMatch: true })];
  }
}

const PREPARED: ReadonlySet<Referee_Command> = new Set([
  Referee_Command.PREPARE_KICKOFF_BLUE,
  Referee_Command.PREPARE_KICKOFF_YELLOW,
  Referee_Command.PREPARE_PENALTY_BLUE,
  Referee_Command.PREPARE_PENALTY_YELLOW,
]);
const isPrepared = (now: Referee_Command | undefined): boolean => now !== undefined && PREPARED.has(now);

function placeOf(place: readonly [number, number] | undefined): readonly ApiInput[] {
  if (!place) return [];
  return [change({ case: "setBallPlacementPosChange", value: { pos: { x: place[0], y: place[1] } } })];
}

function goalOf(color: TeamColor): ApiInput {
  const event = { case: "goal" as const, value: { byTeam: team(color) } };
  return change({ case: "addGameEventChange", value: { gameEvent: { type: GameEvent_Type.GOAL, event } } });
}
