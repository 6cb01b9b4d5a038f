// VP8 in WebM by `@libav.js/variant-vp8-opus`: libvpx and FFmpeg's writer of WebM as WebAssembly. The writer hands its bytes on at once.
// Times in WebM are whole milliseconds.

import type LibAVJS from "@libav.js/variant-vp8-opus";
import type { FilmEncoder, FilmFormat, FilmWrite } from "./FilmEncoder.js";
import { YuvConverter, yuvBytes } from "./YuvPicture.js";

/** Constrained quality: 4 to 63, the higher, the coarser; below this number of bits a second. */
const [QUALITY, MAX_BITS] = [12, 12_000_000];
/** 0 to 16: the higher, the faster and the coarser. */
const SPEED = 4;
/** Seconds between pictures that need no other. */
const KEY_SEC = 2;
/** FFmpeg's AVFMT_FLAG_BITEXACT: no random numbers and no names of versions in the file. */
const BIT_EXACT = 0x400;
const LOG_ERRORS = 16;
/** Rates such as 29.97 are fractions of thousandths. */
const MILLI = 1000;

export async function openWebm({ width, height, fps }: FilmFormat, write: FilmWrite): Promise<FilmEncoder> {
  const libav = await loadLibav();
  libav.onwrite = (_, at, bytes) => write(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), at);
  const base: [number, number] = [MILLI, Math.round(fps * MILLI)];
  const [, context, frame, packet] = await libav.ff_init_encoder("libvpx", {
    ctx: {
      bit_rate: MAX_BITS,
      pix_fmt: libav.AV_PIX_FMT_YUV420P,
      width,
      height,
      framerate_num: base[1],
      framerate_den: base[0],
      gop_size: Math.max(1, Math.round(KEY_SEC * fps)),
    },
    time_base: base,
    options: { deadline: "realtime", "cpu-used": `${SPEED}`, crf: `${QUALITY}`, "lag-in-frames": "0" },
  });
  const muxer = { format_name: "webm", filename: "film.webm", open: true, device: true };
  const [output, , io] = await libav.ff_init_muxer(muxer, [[context, ...base]]);
  await libav.AVFormatContext_flags_s(output, (await libav.AVFormatContext_flags(output)) | BIT_EXACT);
  await libav.avformat_write_header(output, 0);
  const converter = new YuvConverter("bt601");
  const yuv = new Uint8Array(yuvBytes(width, height));
  const layout = [
    { offset: 0, stride: width },
    { offset: width * height, stride: width / 2 },
    { offset: (width * height * 5) / 4, stride: width / 2 },
  ];
  const picture = { data: yuv, layout, format: libav.AV_PIX_FMT_YUV420P, width, height };
  let frames = 0;
  const encode = async (given: readonly LibAVJS.Frame[], isEnd: boolean): Promise<void> => {
    const packets = await libav.ff_encode_multi(context, frame, packet, [...given], isEnd);
    // otherwise the last frame lasts no time
    for (const one of packets) Object.assign(one, { stream_index: 0, duration: 1, durationhi: 0 });
    await libav.ff_write_multi(output, packet, packets);
  };
  return {
    add: async (rgb) => {
      converter.convert({ width, height, rgb }, yuv);
      await encode([{ ...picture, pts: frames++, ptshi: 0, time_base_num: base[0], time_base_den: base[1] }], false);
    },
    finish: async () => {
      await encode([], true);
      await libav.av_write_trailer(output);
      await libav.ff_free_muxer(output, io);
      await libav.ff_free_encoder(context, frame, packet);
      libav.terminate();
    },
  };
}

async function loadLibav(): Promise<LibAVJS.LibAV> {
  const { default: library } = await import("@libav.js/variant-vp8-opus");
  // this thread has nothing else to do
  const libav = await library.LibAV({ noworker: true, nothreads: true });
  await libav.av_log_set_level(LOG_ERRORS);
  return libav;
}
