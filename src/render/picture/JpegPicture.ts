// JPEG encoding (W5): libjpeg-turbo as WebAssembly, baseline, quality 90, 4:4:4, so that an orange ball keeps its
// edge. Its integer DCT gives the same bytes everywhere. One instance per thread.

import loadTurbo, { type TurboFrame } from "@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs";
import { pictureBytes } from "./PictureBytes.js";

const QUALITY = 90;
/** turbojpeg's constant for 4:4:4. */
const FULL_CHROMA = 0;

/** Returns an encoder of RGB pixels. */
export async function loadJpeg(wasm?: ArrayBuffer, quality = QUALITY) {
  const { JPEGEncoder } = await loadTurbo(wasm ? { wasmBinary: wasm } : {});
  const encoder = new JPEGEncoder();
  encoder.setProgressive(false);
  encoder.setQuality(quality);
  encoder.setSubSampling(FULL_CHROMA);
  return (rgb: Uint8Array, width: number, height: number): Uint8Array => {
    const buffer = encoder.getDecodedBuffer(oversizedFrame(width, height));
    if (buffer.length < pictureBytes("jpeg", width, height))
      throw new Error("the JPEG encoder returned a buffer that is too small");
    buffer.set(rgb);
    encoder.encode();
    // a copy, since the next picture reuses the encoder's memory
    return Uint8Array.from(encoder.getEncodedBuffer());
  };
}

/** Maximum bytes per sample that the encoder's frame can hold. */
const MAX_BYTES = 31;

/**
 * The encoder always encodes 8-bit RGB, but allocates its output by the size of the frame and writes beyond
 * it if that is too small. So the frame claims more bytes: the upper bound of a JPEG.
 */
function oversizedFrame(width: number, height: number): TurboFrame {
  const wanted = pictureBytes("jpeg", width, height) / (width * height);
  const bytes = Math.min(MAX_BYTES, Math.ceil(wanted / 3));
  const componentCount = Math.max(3, Math.ceil(wanted / bytes));
  return { width, height, bitsPerSample: 8 * bytes, componentCount, isSigned: false };
}
