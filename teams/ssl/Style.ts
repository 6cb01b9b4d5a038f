// The numbers in which the two shipped teams differ; the rest of their code is the same.

export interface Style {
  readonly name: string;
  /** Share of the field players that stay at our defence area. */
  readonly defence: number;
  /** Maximum distance of a shot, as a share of the field's length. */
  readonly shotRange: number;
  /** Clearance that a shot needs to the nearest opponent, m; negative: shoots at blocked lanes too. */
  readonly shotRoom: number;
  /** The same for a pass. */
  readonly passRoom: number;
  /** Value of a metre forward for a pass, in metres of clearance. */
  readonly forward: number;
  /** Speed at which a pass should arrive, m/s. */
  readonly arrival: number;
  /** Chips over a robot that blocks the lane. */
  readonly chips: boolean;
}

export type StyleName = "passing" | "direct";

export const STYLES: Readonly<Record<StyleName, Style>> = {
  passing: {
    name: "passing",
    defence: 0.35,
    shotRange: 0.5,
    shotRoom: 0,
    passRoom: 0.12,
    forward: 0.09,
    arrival: 2,
    chips: true,
  },
  direct: {
    name: "direct",
    defence: 0.3,
    shotRange: 0.55,
    shotRoom: 0,
    passRoom: 0.2,
    forward: 0.12,
    arrival: 2.4,
    chips: true,
  },
};

export const isStyle = (name: string): name is StyleName => Object.hasOwn(STYLES, name);
