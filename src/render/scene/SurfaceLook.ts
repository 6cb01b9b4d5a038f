// How surfaces look, by the name of their material; for the viewer and for cameras alike.

export interface SurfaceLook {
  /** 0 mirrors, 1 is like chalk. */
  readonly roughness: number;
  readonly metalness: number;
  /** 1 unless one sees through. */
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
