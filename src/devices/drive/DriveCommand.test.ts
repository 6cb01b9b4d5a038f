import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { type DriveOrder, driveCommand, VOLTAGES, WHEEL_SPEEDS } from "./DriveCommand.js";
import { readDriveMessage } from "./DriveMessage.js";

/** The message with the same content as an order. */
function message(order: DriveOrder): DataView {
  const numbers =
    order.kind === "velocity"
      ? [order.forward, order.left, order.turn]
      : order.kind === "voltages"
        ? order.volts
        : order.speeds;
  const head = order.kind === "velocity" ? [] : [order.kind === "voltages" ? VOLTAGES : WHEEL_SPEEDS, numbers.length];
  const view = new DataView(new ArrayBuffer(4 * (head.length + numbers.length)));
  head.forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  numbers.forEach((x, i) => {
    view.setFloat32(4 * (head.length + i), x, true);
  });
  return view;
}

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const wheels = fc.array(number, { minLength: 4, maxLength: 4 });
const orders: fc.Arbitrary<DriveOrder> = fc.oneof(
  fc.record({ kind: fc.constant("velocity" as const), forward: number, left: number, turn: number }),
  fc.record({ kind: fc.constant("wheel-speeds" as const), speeds: wheels }),
  fc.record({ kind: fc.constant("voltages" as const), volts: wheels }),
);

describe("DriveCommand", () => {
  test("[F2] [F7] an order becomes the same command as its message, bit for bit", () => {
    fc.assert(
      fc.property(orders, (order) => {
        const [typed, read] = [driveCommand(order, 4, "R/Drive"), readDriveMessage(message(order), 4, "R/Drive")];
        expect(Object.entries(typed)).toEqual(Object.entries(read));
      }),
    );
  });

  test("[W7] refuses numbers for another count of wheels, and numbers that float32 cannot hold", () => {
    const codeOf = (order: DriveOrder) => refusal(() => driveCommand(order, 4, "R/Drive")).code;
    expect(codeOf({ kind: "wheel-speeds", speeds: [1, 2, 3] })).toBe("PAYLOAD_SIZE_WRONG");
    expect(codeOf({ kind: "velocity", forward: 1e39, left: 0, turn: 0 })).toBe("COMMAND_NOT_FINITE");
  });
});
