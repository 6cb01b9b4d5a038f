// Metrics of the simulation: speed, frames, entities, queues, pictures (X5).

import type { Simulation } from "../../session/Simulation.js";
import type { World } from "../../world/World.js";
import { counter, gauge, type Metric } from "./Metric.js";

export function simulationMetrics(simulation: Simulation): readonly Metric[] {
  const { factor, rate, time, step, isPaused, lateFrames, awaited, waitingFor, synchronous } = simulation.status();
  const { world } = simulation;
  return [
    // a metric that has no value now is left out
    gauge("ubersim_real_time_factor", "Simulated time by wall-clock time, over the last second.", values(factor)),
    gauge("ubersim_rate", "Wanted factor on real time; +Inf: as fast as possible.", rate ?? Number.POSITIVE_INFINITY),
    gauge("ubersim_time_seconds", "Simulated time. A reset or restore sets it back.", time),
    gauge("ubersim_step_seconds", "Simulated time of one frame.", step),
    gauge("ubersim_paused", "1 while the simulation is paused.", isPaused ? 1 : 0),
    counter("ubersim_frames_total", "Frames run since the start, over resets and restores.", simulation.framesRun),
    counter("ubersim_late_frames_total", "Frames that were late by the clock, in free running.", lateFrames),
    counter("ubersim_rewinds_total", "Resets and restores.", simulation.epoch),
    gauge("ubersim_awaited_robots", "Expected robots that are still missing.", awaited.length),
    gauge("ubersim_waiting_for_clients", "Clients whose answer the simulation waits for now.", waitingFor.length),
    gauge("ubersim_synchronous_clients", "Clients of guests, such as teams of a league, in lock-step.", synchronous),
    gauge("ubersim_robots", "Robots in the world.", world.robots.length),
    gauge("ubersim_entities", "Entities in the world, robots included.", world.physics.names.length),
    ...queueMetrics(world),
    ...pictureMetrics(world),
  ];
}

const values = (value: number | null) => (value === null ? [] : [{ value }]);

function queueMetrics({ robots }: World): readonly Metric[] {
  let [commands, samples, reports] = [0, 0, 0];
  for (const robot of robots) {
    commands += robot.waiting;
    reports += robot.reports.length;
    for (const device of robot.devices) samples += device.samplesWaiting;
  }
  const depths = Object.entries({ commands, samples, reports });
  const help = "Entries of all robots' queues: commands and samples whose latency is not over, reports of this frame.";
  return [
    gauge(
      "ubersim_queue_entries",
      help,
      depths.map(([queue, value]) => ({ labels: { queue }, value })),
    ),
  ];
}

function pictureMetrics({ cameraRenderer, pictureSources }: World): readonly Metric[] {
  const { rendered, waiting = 0, drawSeconds = 0, memoryUsed = 0 } = cameraRenderer;
  return [
    gauge("ubersim_cameras", "Cameras of robots and of the world.", pictureSources.length),
    counter("ubersim_pictures_drawn_total", "Camera pictures drawn.", rendered),
    gauge("ubersim_pictures_waiting", "Camera pictures that are being drawn, or are drawn and not read.", waiting),
    counter("ubersim_picture_seconds_total", "Time of all threads for camera pictures.", drawSeconds),
    gauge("ubersim_picture_memory_bytes", "Memory that the threads for camera pictures share.", memoryUsed),
  ];
}
