// Default colours by material, for shapes without a colour. They are muted, so that chosen colours stand out.

import type { Color } from "./Scene.js";

const BY_MATERIAL: Readonly<Record<string, Color>> = {
  Default: [168, 174, 184],
  Plastic: [92, 132, 176],
  Rubber: [58, 60, 66],
  Glass: [176, 206, 216],
  Steel: [150, 156, 166],
  Wood: [186, 150, 108],
  Ground: [196, 198, 190],
  Carpet: [72, 124, 84],
  GolfBall: [232, 130, 54],
  OmniWheel: [70, 72, 80],
};

const STATIC: Color = [190, 192, 188];
const MOVING: Color = [150, 160, 176];

export function colorOf(material: string, isStatic: boolean): Color {
  return BY_MATERIAL[material] ?? (isStatic ? STATIC : MOVING);
}
