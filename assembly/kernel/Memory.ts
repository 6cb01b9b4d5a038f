// Access to arrays in the engine's memory, and regions of scratch memory that TypeScript allocates (KernelMemory.ts). Sizes are
// computed before a region is used: what does not fit is reported, not written.

// @ts-ignore: decorator
@inline
export function getF(p: usize, i: i32): f64 {
  return load<f64>(p + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline
export function putF(p: usize, i: i32, x: f64): void {
  store<f64>(p + (<usize>i << 3), x);
}

// @ts-ignore: decorator
@inline
export function getI(p: usize, i: i32): i32 {
  return load<i32>(p + (<usize>i << 2));
}

// @ts-ignore: decorator
@inline
export function putI(p: usize, i: i32, x: i32): void {
  store<i32>(p + (<usize>i << 2), x);
}

// @ts-ignore: decorator
@inline
export function addF(p: usize, x: f64): void {
  store<f64>(p, load<f64>(p) + x);
}

/** Bytes rounded up to whole vectors. */
// @ts-ignore: decorator
@inline
export function whole(bytes: usize): usize {
  return (bytes + 15) & ~15;
}

/** The next free byte of the region in use. */
let free: usize = 0;

export function takeFrom(start: usize): void {
  free = start;
}

/** The next `bytes` of the region. */
export function take(bytes: usize): usize {
  const p = free;
  free += whole(bytes);
  return p;
}

export function taken(): usize {
  return free;
}
