// First intersection of a ray with a primitive solid, in the frame of the solid: from o along d (length 1), the distance
// t >= 0 of o + t d, or +infinity. From inside, the far side. The plane z = 0 is hit from above only. Boxes have half sizes,
// cylinders and capsules lie along z with half lengths, as in the engine.

const MISS = Number.POSITIVE_INFINITY;
/** A ray with a smaller component towards a face is parallel to it. */
const FLAT = 1e-15;

export function meetPlane(oz: number, dz: number): number {
  if (dz > -FLAT) return MISS;
  const t = -oz / dz;
  return t >= 0 ? t : MISS;
}

export function meetSphere(b: number, c: number): number {
  // t² + 2 b t + c = 0 with b = o·d, c = o·o - r²
  const disc = b * b - c;
  if (disc < 0) return MISS;
  const root = Math.sqrt(disc);
  if (-b - root >= 0) return -b - root;
  return root - b >= 0 ? root - b : MISS;
}

/** Half sizes, or radius and half length. */
export interface SolidSize {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** A ray in the frame of the solid. */
export interface LocalRay {
  ox: number;
  oy: number;
  oz: number;
  dx: number;
  dy: number;
  dz: number;
}

export function meetBox({ ox, oy, oz, dx, dy, dz }: LocalRay, { a, b, c }: SolidSize): number {
  let near = Number.NEGATIVE_INFINITY;
  let far = MISS;
  for (let k = 0; k < 3; k++) {
    const o = k === 0 ? ox : k === 1 ? oy : oz;
    const d = k === 0 ? dx : k === 1 ? dy : dz;
    const half = k === 0 ? a : k === 1 ? b : c;
    if (d < FLAT && d > -FLAT) {
      if (o > half || o < -half) return MISS;
      continue;
    }
    const one = (-half - o) / d;
    const two = (half - o) / d;
    near = Math.max(near, Math.min(one, two));
    far = Math.min(far, Math.max(one, two));
  }
  if (near > far || far < 0) return MISS;
  return near >= 0 ? near : far;
}

/** Half lengths a, b, c: a unit sphere in scaled coordinates. */
export function meetEllipsoid({ ox, oy, oz, dx, dy, dz }: LocalRay, { a, b, c }: SolidSize): number {
  const [x, y, z] = [ox / a, oy / b, oz / c];
  const [u, v, w] = [dx / a, dy / b, dz / c];
  const square = u * u + v * v + w * w;
  const half = (x * u + y * v + z * w) / square;
  return meetSphere(half, (x * x + y * y + z * z - 1) / square);
}

export function meetCylinder(ray: LocalRay, { a: radius, b: half }: SolidSize): number {
  const { ox, oy, oz, dx, dy, dz } = ray;
  let best = meetSide(ray, radius, half);
  if (dz > -FLAT && dz < FLAT) return best;
  for (let side = -1; side <= 1; side += 2) {
    const t = (side * half - oz) / dz;
    const x = ox + t * dx;
    const y = oy + t * dy;
    if (t >= 0 && t < best && x * x + y * y <= radius * radius) best = t;
  }
  return best;
}

export function meetCapsule(ray: LocalRay, { a: radius, b: half }: SolidSize): number {
  const { ox, oy, oz, dx, dy, dz } = ray;
  let best = meetSide(ray, radius, half);
  for (let side = -1; side <= 1; side += 2) {
    const z = oz - side * half;
    const b = ox * dx + oy * dy + z * dz;
    const disc = b * b - (ox * ox + oy * oy + z * z - radius * radius);
    if (disc < 0) continue;
    const root = Math.sqrt(disc);
    for (let sign = -1; sign <= 1; sign += 2) {
      const t = sign * root - b;
      // only the cap outside the straight part
      if (t >= 0 && t < best && side * (z + t * dz) >= 0) best = t;
    }
  }
  return best;
}

/** The straight part of a cylinder or capsule. */
function meetSide({ ox, oy, oz, dx, dy, dz }: LocalRay, radius: number, half: number): number {
  const a = dx * dx + dy * dy;
  if (a < FLAT * FLAT) return MISS;
  const b = ox * dx + oy * dy;
  const disc = b * b - a * (ox * ox + oy * oy - radius * radius);
  if (disc < 0) return MISS;
  const root = Math.sqrt(disc);
  for (let sign = -1; sign <= 1; sign += 2) {
    const t = (sign * root - b) / a;
    const z = oz + t * dz;
    if (t >= 0 && z <= half && z >= -half) return t;
  }
  return MISS;
}
