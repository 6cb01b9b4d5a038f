// The part of the page's address after #: what is selected and from where it is seen.

import { expect, test } from "vitest";
import { readAddress, writeAddress } from "../../viewer/src/ui/Address.js";

test("[X1] selection, view and camera go into the address and back; the token stays", () => {
  const look = { target: [1, -2.5, 0.3] as const, yaw: 0.5, pitch: 0.36, distance: 8 };
  const text = writeAddress("#token=abc", { entity: "Rover", part: "LMotor", look, camera: "follow" });
  expect(text).toBe("#token=abc&select=Rover/LMotor&view=1,-2.5,0.3,0.5,0.36,8&camera=follow");
  expect(readAddress(text)).toEqual({ entity: "Rover", part: "LMotor", look, camera: "follow" });
  expect(writeAddress(text, {})).toBe("#token=abc");
});

test("[X1] an address that makes no sense asks for nothing", () => {
  expect(readAddress("")).toEqual({});
  expect(readAddress("#view=1,2,x&camera=fish&select=")).toEqual({});
  expect(readAddress("#view=0,0,0,0,0,0")).toEqual({});
});
