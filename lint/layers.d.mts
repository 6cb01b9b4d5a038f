export const LAYERS: readonly string[];
export const PROGRAMS: readonly string[];
export function layerRules(): object;
export function writtenRules(): object;
