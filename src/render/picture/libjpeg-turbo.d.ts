// Types of the used parts of @cornerstonejs/codec-libjpeg-turbo-8bit, which ships none.

declare module "@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs" {
  export interface TurboFrame {
    readonly width: number;
    readonly height: number;
    readonly bitsPerSample: number;
    readonly componentCount: number;
    readonly isSigned: boolean;
  }
  export interface TurboEncoder {
    /** The encoder's memory for the raw picture. */
    getDecodedBuffer(frame: TurboFrame): Uint8Array;
    getEncodedBuffer(): Uint8Array;
    setProgressive(progressive: boolean): void;
    setQuality(quality: number): void;
    setSubSampling(kind: number): void;
    encode(): void;
  }
  export interface TurboDecoder {
    /** The decoder's memory for the file. */
    getEncodedBuffer(bytes: number): Uint8Array;
    getDecodedBuffer(): Uint8Array;
    decode(): void;
    getFrameInfo(): TurboFrame;
  }
  export interface TurboModule {
    readonly JPEGEncoder: new () => TurboEncoder;
    readonly JPEGDecoder: new () => TurboDecoder;
  }
  export default function load(options?: { readonly wasmBinary?: ArrayBuffer }): Promise<TurboModule>;
}
