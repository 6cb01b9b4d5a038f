// Property numbers of cameras on the wire (W9).

export const CAMERA_PROPERTY = { Fov: 64, Brightness: 65, Rate: 66 } as const;

export type CameraPropertyName = keyof typeof CAMERA_PROPERTY;
