// A picture as JPEG (W5): libjpeg-turbo as WebAssembly, baseline, quality 90, chroma halved both ways. Its cosine
// transform is made of whole numbers: the same bytes everywhere. It is loaded once in each thread, by whoever wants one.

import loadTurbo, { type TurboEncoder } from "@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs";

const QUALITY = 90;
/** 4:2:0, by turbojpeg's number. */
const CHROMA_HALVED = 2;

let encoder: TurboEncoder | undefined;

export async function loadJpeg(wasm?: ArrayBuffer): Promise<void> {
  if (encoder) return;
  const { JPEGEncoder } = await loadTurbo(wasm ? { wasmBinary: wasm } : {});
  encoder ??= new JPEGEncoder();
  encoder.setProgressive(false);
  encoder.setQuality(QUALITY);
  encoder.setSubSampling(CHROMA_HALVED);
}

export function encodeJpeg(rgb: Uint8Array, width: number, height: number): Uint8Array {
  if (encoder === undefined) throw new Error("prepareFormat is to be awaited before the first JPEG");
  const frame = { width, height, bitsPerSample: 8, componentCount: 3, isSigned: false };
  encoder.getDecodedBuffer(frame).set(rgb);
  encoder.encode();
  return Uint8Array.from(encoder.getEncodedBuffer());
}

/** At most: the encoder's own bound, in blocks of 16 x 16. */
export function jpegBytes(width: number, height: number): number {
  return 3 * (16 * Math.ceil(width / 16)) * (16 * Math.ceil(height / 16)) + 2048;
}
