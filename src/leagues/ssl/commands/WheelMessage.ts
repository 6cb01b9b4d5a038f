// A message to a VelocityDrive that speaks to its wheels one by one: which kind of number, how many, and one for each wheel in the
// robot's own order (docs/robots.md).

import type { VOLTAGES, WHEEL_SPEEDS } from "../../../devices/drive/DriveMessage.js";

/** rad/s, or volts. */
export function wheelMessage(
  kind: typeof WHEEL_SPEEDS | typeof VOLTAGES,
  values: readonly number[],
): DataView<ArrayBuffer> {
  const message = new DataView(new ArrayBuffer(8 + 4 * values.length));
  message.setUint32(0, kind, true);
  message.setUint32(4, values.length, true);
  values.forEach((value, i) => {
    message.setFloat32(8 + 4 * i, value, true);
  });
  return message;
}
