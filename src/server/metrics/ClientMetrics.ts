// Metrics of the clients, one value for each robot (X5). Names of robots are users' input: their number is bounded (BoundedLabels.ts).

import type { Session } from "../../session/clients/Session.js";
import type { Simulation } from "../../session/Simulation.js";
import type { BoundedLabels } from "./BoundedLabels.js";
import type { ClientWaits } from "./ClientWaits.js";
import { counter, gauge, type Metric } from "./Metric.js";

const STATES = ["describing", "waiting", "running"] as const;

export function clientMetrics(
  { sessions }: Simulation,
  waits: ClientWaits,
  labels: BoundedLabels,
  nowMs: number,
): readonly Metric[] {
  const counts = STATES.map((state) => ({
    labels: { state },
    value: sessions.filter((session) => session.state === state).length,
  }));
  const running = sessions.filter(({ state }) => state === "running");
  const each = (read: (session: Session) => number) =>
    labels.sums(
      "client",
      running.map((session) => [session.name, read(session)]),
    );
  return [
    gauge("ubersim_clients", "Clients of robots by state.", counts),
    counter(
      "ubersim_client_wait_seconds_total",
      "Time that the simulation has waited for the answers of a client.",
      each((session) => waits.of(session, nowMs).seconds),
    ),
    counter(
      "ubersim_client_answers_total",
      "Answers of a client that were waited for.",
      each((session) => waits.of(session, nowMs).answers),
    ),
    counter(
      "ubersim_client_missed_frames_total",
      "Frames that a client was not sent because it had not answered or read the one before.",
      each((session) => session.missedInAll),
    ),
    gauge(
      "ubersim_client_unread_bytes",
      "Output that a client has not read.",
      each(({ link }) => link.backlog),
    ),
    gauge(
      "ubersim_client_input_bytes",
      "Input of a client that waits for its frame.",
      each(({ inputBytes }) => inputBytes),
    ),
  ];
}
