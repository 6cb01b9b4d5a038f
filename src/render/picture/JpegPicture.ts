// A picture as JPEG (W5): libjpeg-turbo as WebAssembly, baseline, quality 90, colours as fine as brightness: an
// orange ball keeps its edge. Its cosine transform is made of whole numbers: the same bytes everywhere. One instance a thread.

import loadTurbo, { type TurboFrame } from "@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs";
import { pictureBytes } from "./PictureBytes.js";

const QUALITY = 90;
/** 4:4:4, by turbojpeg's number. */
const FULL_CHROMA = 0;

/** Gives the encoder of RGB. */
export async function loadJpeg(wasm?: ArrayBuffer) {
  const { JPEGEncoder } = await loadTurbo(wasm ? { wasmBinary: wasm } : {});
  const encoder = new JPEGEncoder();
  encoder.setProgressive(false);
  encoder.setQuality(QUALITY);
  encoder.setSubSampling(FULL_CHROMA);
  return (rgb: Uint8Array, width: number, height: number): Uint8Array => {
    const buffer = encoder.getDecodedBuffer(oversizedFrame(width, height));
    if (buffer.length < pictureBytes("jpeg", width, height))
      throw new Error("the JPEG encoder is another one than expected");
    buffer.set(rgb);
    encoder.encode();
    // out of its memory, which the next one takes
    return Uint8Array.from(encoder.getEncodedBuffer());
  };
}

/** Larger numbers do not fit into its frame. */
const MAX_BYTES = 31;

/**
 * Whatever the frame says, 8-bit RGB is encoded; but the encoder makes its output as large as the frame, and writes beyond
 * it where that is too small. So more bytes are claimed than there are: as many as its bound.
 */
function oversizedFrame(width: number, height: number): TurboFrame {
  const wanted = pictureBytes("jpeg", width, height) / (width * height);
  const bytes = Math.min(MAX_BYTES, Math.ceil(wanted / 3));
  const componentCount = Math.max(3, Math.ceil(wanted / bytes));
  return { width, height, bitsPerSample: 8 * bytes, componentCount, isSigned: false };
}
