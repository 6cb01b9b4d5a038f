// Metrics of the server's ports and pages (X5).

import type { ViewStream } from "../../session/view/ViewStream.js";
import type { Control } from "../Control.js";
import type { MemoryBudget } from "../links/MemoryBudget.js";
import { counter, gauge, type Metric } from "./Metric.js";

interface ServerParts {
  readonly control: Control;
  readonly memory: MemoryBudget;
  readonly views: ViewStream;
  readonly connections: number;
}

export const serverMetrics = ({ control, memory, views, connections }: ServerParts): readonly Metric[] => [
  gauge("ubersim_viewers", "Viewers.", views.viewers.size),
  counter(
    "ubersim_viewer_skipped_updates_total",
    "Updates that were not sent to viewers that were behind.",
    views.skipped,
  ),
  gauge("ubersim_verbs_waiting", "Verbs that wait for others.", control.waiting),
  gauge("ubersim_http_connections", "Connections of the HTTP port, WebSockets included.", connections),
  gauge("ubersim_connection_memory_bytes", "Memory of all connections for output and input.", memory.bytes),
];
