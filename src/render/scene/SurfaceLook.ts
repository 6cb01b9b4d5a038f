// Roughness, metalness and opacity by material name, for viewer and cameras.

export interface SurfaceLook {
  /** 0 is a mirror, 1 is chalk. */
  readonly roughness: number;
  readonly metalness: number;
  /** Default 1. */
  readonly opacity?: number;
}

const LOOKS: Readonly<Record<string, SurfaceLook>> = {
  Default: { roughness: 0.7, metalness: 0 },
  Plastic: { roughness: 0.45, metalness: 0 },
  Rubber: { roughness: 0.9, metalness: 0 },
  Glass: { roughness: 0.1, metalness: 0, opacity: 0.45 },
  Steel: { roughness: 0.35, metalness: 0.35 },
  Wood: { roughness: 0.8, metalness: 0 },
  Ground: { roughness: 1, metalness: 0 },
  Carpet: { roughness: 1, metalness: 0 },
  GolfBall: { roughness: 0.35, metalness: 0 },
  OmniWheel: { roughness: 0.6, metalness: 0.1 },
};

export const surfaceLookOf = (material: string): SurfaceLook => LOOKS[material] ?? LOOKS.Default;
