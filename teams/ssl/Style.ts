// How a team likes to play: the numbers in which the two shipped teams differ. Everything else they share.

export interface Style {
  readonly name: string;
  /** Part of the field players that stay at our defence area. */
  readonly defence: number;
  /** Shoots from so far, as a part of the field's length. */
  readonly shotRange: number;
  /** Room that a shot needs beside the nearest opponent, m; less: it hopes. */
  readonly shotRoom: number;
  /** The same for a pass. */
  readonly passRoom: number;
  /** What a metre forward is worth to a passer, in metres of room. */
  readonly forward: number;
  /** How fast a pass shall arrive, m/s. */
  readonly arrival: number;
  /** Chips over a head that stands in the way. */
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
