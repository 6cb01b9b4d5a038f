// Property numbers of motors and lamps on the wire. The message has the same 8 bytes as for joints (W4) and cameras (W9).

/** V. */
export const MOTOR_PROPERTY = { Voltage: 96 } as const;

/** Brightness from 0 (off) to 1, with the same number as for cameras; colours from 0 to 255. */
export const LAMP_PROPERTY = { Brightness: 65, Red: 112, Green: 113, Blue: 114 } as const;

export type LampPropertyName = keyof typeof LAMP_PROPERTY;
