// Metrics of the process, with the names that Prometheus' client libraries use (X5).

import { counter, gauge, type Metric } from "./Metric.js";

const START_SEC = (Date.now() - 1000 * process.uptime()) / 1000;

export function processMetrics(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return [
    counter("process_cpu_seconds_total", "Processor time of all threads.", (user + system) / 1e6),
    gauge("process_start_time_seconds", "Start of the process, in seconds since 1970.", START_SEC),
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    gauge("nodejs_heap_size_total_bytes", "Heap of the main thread.", heapTotal),
    gauge("nodejs_heap_size_used_bytes", "Used part of the heap of the main thread.", heapUsed),
    gauge("nodejs_external_memory_bytes", "Memory outside of the heap, array buffers included.", external),
    gauge("nodejs_array_buffers_bytes", "Memory of array buffers.", arrayBuffers),
  ];
}
