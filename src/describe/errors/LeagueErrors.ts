// Errors of league protocols (docs/soccer.md): messages, synchronous clients, robots of a team.

import type { ErrorRow } from "./ErrorRow.js";

export const LEAGUE_ERRORS = {
  UNREADABLE: {
    what: "a message of the league protocol cannot be read",
    allowed: "the message type of this port with all its required fields, at most 16384 bytes",
    advice: "Check the port, and that the message is encoded with the .proto files of the league.",
  },
  SENDER_REFUSED: {
    what: "the commands come from another address than before",
    allowed: "in a tournament one address per team: the first one that sends commands",
    advice: "Send from that address, or restart the simulator.",
  },
  SYNC_STEP_WRONG: {
    what: "the synchronous step has the wrong length",
    allowed: "at least one step of the world, the same for all synchronous clients",
    advice: "Request the allowed step.",
  },
  SYNC_ASKED_TWICE: {
    what: "a synchronous client sent a second request before the reply",
    allowed: "one request at a time",
    advice: "Wait for the reply, then request the next step.",
  },
  SYNC_RESTARTED: {
    what: "the world was reset or restored during a synchronous step",
    allowed: "a new request, based on the state in this reply",
    advice: "Discard the old state, and send the request again.",
  },
  SYNC_TEAM_UNKNOWN: {
    what: "robot commands arrived at a port that belongs to no team",
    allowed: "robot commands at the port of the blue or the yellow team",
    advice: "Connect to the port of the team; the defaults are 10301 for blue and 10302 for yellow.",
  },
  PLAYER_UNKNOWN: {
    what: "no robot with this id is on the field",
    allowed: "the id of a robot on the field",
    advice: "Add the robot with teleport_robot and present, or use another id.",
  },
  PLAYER_DRIVEN: {
    what: "the robot is driven by its own client",
    allowed: "the id of a robot without its own client",
    advice: "Send commands only through that client; this port can move and remove the robot.",
  },
  PLAYER_UNDESCRIBED: {
    what: "there is no description for the robot that is to be added",
    allowed: "a world with at least one robot of a team",
    advice: "Add a robot of the team to the world file, or add the robot with spawn.",
  },
  FIELD_MISSING: {
    what: "a required field of a message is not set",
    allowed: "a message in which the field is set",
    advice: "Set the field.",
  },
  CUSTOM_UNKNOWN: {
    what: "the type of a custom message is unknown",
    allowed: "RobotSpecErForce in specs, RealismConfigErForce in realism",
    advice: "Leave the message out, or send one of the allowed types.",
  },
  SPEC_IMPOSSIBLE: {
    what: "the specs cannot be applied to this robot",
    allowed: "specs that fit the robot",
    advice: "Change the specs, or the robot's text file.",
  },
  SPEC_UNREACHED: {
    what: "the robot cannot reach a limit of its specs in every direction; the rest of the specs is applied",
    allowed: "limits that wheels on carpet reach without tipping the robot over",
    advice: "Send the allowed limit; a lower centre of mass (BODY_CENTER) or wheels farther apart raise it.",
  },
  BALL_MISSING: {
    what: "the world has no ball",
    allowed: "a world with an object named Ball",
    advice: "Add an object named Ball to the world.",
  },
} as const satisfies Record<string, ErrorRow>;
