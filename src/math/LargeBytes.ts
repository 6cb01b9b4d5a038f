// Large arrays of bytes whose memory goes back to the system when they are collected. Node takes the memory of an ArrayBuffer
// from malloc. Each time glibc frees a block of up to 32 MB that was mapped on its own, it takes later blocks of that size from its
// arenas, and keeps up to twice that size free in each arena. Both kinds of arrays below avoid such blocks. They have zeros at first.

/** Smaller arrays are plain, bytes. */
const [MIN_PAGED, MIN_SPACIOUS] = [1 << 20, 2 << 20];
/** glibc maps larger blocks on their own in any case, bytes. */
const MAX_BLOCK = 33 << 20;

type ResizableBuffer = new (length: number, options: { readonly maxByteLength: number }) => ArrayBuffer;

/** In pages of its own, as resizable buffers are. Loops over single bytes take three times as long as with plain arrays. */
export function pagedBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length < MIN_PAGED) return new Uint8Array(length);
  return new Uint8Array(new (ArrayBuffer as ResizableBuffer)(length, { maxByteLength: length }), 0, length);
}

/** The first bytes of a larger buffer, whose rest is never touched and takes no memory. As fast as plain arrays. */
export function spaciousBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length < MIN_SPACIOUS || length >= MAX_BLOCK) return new Uint8Array(length);
  return new Uint8Array(new ArrayBuffer(MAX_BLOCK), 0, length);
}
