// A picture as JPEG (W5): libjpeg-turbo as WebAssembly, baseline, quality 90, chroma halved both ways. Its cosine
// transform is made of whole numbers: the same bytes everywhere. One instance a thread.

import loadTurbo from "@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs";

const QUALITY = 90;
/** 4:2:0, by turbojpeg's number. */
const CHROMA_HALVED = 2;

/** Gives the encoder of RGB. */
export async function loadJpeg(wasm?: ArrayBuffer) {
  const { JPEGEncoder } = await loadTurbo(wasm ? { wasmBinary: wasm } : {});
  const encoder = new JPEGEncoder();
  encoder.setProgressive(false);
  encoder.setQuality(QUALITY);
  encoder.setSubSampling(CHROMA_HALVED);
  return (rgb: Uint8Array, width: number, height: number): Uint8Array => {
    encoder.getDecodedBuffer({ width, height, bitsPerSample: 8, componentCount: 3, isSigned: false }).set(rgb);
    encoder.encode();
    // out of its memory, which the next one takes
    return Uint8Array.from(encoder.getEncodedBuffer());
  };
}
