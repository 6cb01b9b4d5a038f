// What motors and lamps can be told, by their numbers on the wire: the 8 bytes of joints (W4) and cameras (W9).

/** V. */
export const MOTOR_PROPERTY = { Voltage: 96 } as const;

/** Brightness from 0 (off) to 1, the camera's number; colours from 0 to 255. */
export const LAMP_PROPERTY = { Brightness: 65, Red: 112, Green: 113, Blue: 114 } as const;

export type LampPropertyName = keyof typeof LAMP_PROPERTY;
