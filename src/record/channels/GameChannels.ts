// Games of guests: /game/GUEST has stage, state, clock and score, ten times per second. Events of the game go to the log, goals to
// the marks.

import type { Guest, GuestGame } from "../../session/Guest.js";
import { type ChannelHost, ProtoChannel } from "./ChannelWriter.js";
import type { LogChannels } from "./LogChannels.js";
import { GAME } from "./OwnTypes.js";
import { splitTime } from "./proto/ProtoWriter.js";

const PERIOD_NS = 100_000_000;

interface Watched {
  readonly guest: Guest;
  readonly channel: ProtoChannel | undefined;
  /** The event that was logged last. */
  lastEvent: GuestGame["events"][number] | undefined;
  scores: readonly number[] | undefined;
}

export class GameChannels {
  readonly #host: ChannelHost;
  readonly #log: LogChannels;
  readonly #watched: readonly Watched[];
  #nextNs = 0;

  constructor(host: ChannelHost, log: LogChannels) {
    this.#host = host;
    this.#log = log;
    this.#watched = host.simulation.guests
      .filter(({ game }) => game !== undefined)
      .map((guest) => ({
        guest,
        channel: ProtoChannel.open(host, `/game/${guest.name}`, GAME),
        lastEvent: undefined,
        scores: undefined,
      }));
  }

  write(): void {
    const recordNs = this.#host.clock.readNs();
    if (recordNs < this.#nextNs) return;
    this.#nextNs = recordNs + PERIOD_NS;
    for (const watched of this.#watched) {
      const game = watched.guest.game?.();
      if (!game) continue;
      const { stage, state, timeLeft, teams } = game;
      const timestamp = splitTime(this.#host.clock.timeNs);
      watched.channel?.write({
        timestamp,
        stage,
        state,
        time_left: timeLeft,
        teams: teams.map((team) => ({ ...team })),
      });
      this.#logEvents(watched, game);
      this.#markGoals(watched, game);
    }
  }

  #logEvents(watched: Watched, { events }: GuestGame): void {
    const { lastEvent } = watched;
    const known = lastEvent
      ? events.findLastIndex(({ time, text }) => time === lastEvent.time && text === lastEvent.text)
      : -1;
    for (const { text } of events.slice(known + 1)) this.#log.log(text, watched.guest.name);
    watched.lastEvent = events.at(-1);
  }

  #markGoals(watched: Watched, { teams }: GuestGame): void {
    const scores = teams.map(({ score }) => score);
    const by = watched.scores ? teams.filter(({ score }, i) => score > (watched.scores?.[i] ?? 0)) : [];
    watched.scores = scores;
    const table = teams.map(({ name, score }) => `${name} ${score}`).join(" : ");
    for (const { name } of by) this.#log.mark("goal", `goal of ${name}: ${table}`);
  }
}
