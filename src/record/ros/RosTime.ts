// Time in messages of ROS 2.

export interface RosTime {
  readonly sec: number;
  readonly nanosec: number;
}

const NS_PER_SEC = 1_000_000_000n;

export const rosTime = (ns: bigint): RosTime => ({ sec: Number(ns / NS_PER_SEC), nanosec: Number(ns % NS_PER_SEC) });
