// Packets of frame 0 wait for their sockets, and a server knows only then at which time of day the world begins (F3): their times are
// moved to the epoch with which they leave.

import type { TrackerWrapperPacket } from "../wire/SslTracker_pb.js";
import type { SSL_WrapperPacket } from "../wire/SslVision_pb.js";

/** The packet on a clock that is ahead by so many seconds. */
export function visionLaterBy(packet: SSL_WrapperPacket, shiftSec: number): SSL_WrapperPacket {
  const { detection } = packet;
  if (!detection) return packet;
  const [tCapture, tSent] = [detection.tCapture + shiftSec, detection.tSent + shiftSec];
  return { ...packet, detection: { ...detection, tCapture, tSent, tCaptureCamera: tCapture } };
}

export function trackerLaterBy(packet: TrackerWrapperPacket, shiftSec: number): TrackerWrapperPacket {
  const { trackedFrame: frame } = packet;
  return frame ? { ...packet, trackedFrame: { ...frame, timestamp: frame.timestamp + shiftSec } } : packet;
}
