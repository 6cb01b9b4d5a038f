// The view as a file, with one click (X4): a picture, or a video from one click to the next. The page shows the world in the speed of the
// clock; `ubersim video` makes films that are exact in simulated time, also of the view that is copied here.

import { button, make, setPicture } from "../Dom.js";
import type { Page } from "../Page.js";
import { saveFile } from "./SaveFile.js";

/** The first that the browser can write. */
const VIDEO_TYPES = ["video/mp4;codecs=avc1.640028", "video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const FRAMES_PER_SEC = 30;
const BITS_PER_SEC = 8_000_000;
/** Interval at which the recorder hands over what it has, ms. */
const CHUNK_MS = 1000;

export class Capture {
  readonly element: HTMLElement;
  /** Copies the view for `ubersim video`. */
  readonly copyButton: HTMLButtonElement;
  readonly #page: Page;
  readonly #canvas: HTMLCanvasElement;
  readonly #video: HTMLButtonElement;
  #recorder: MediaRecorder | undefined;

  constructor(page: Page, canvas: HTMLCanvasElement) {
    this.#page = page;
    this.#canvas = canvas;
    const picture = button("Save a picture of the view", "picture", () => this.savePicture(), {
      kind: "quiet",
    });
    this.#video = button("Record a video of the view", "record", () => this.toggleVideo(), { kind: "quiet" });
    this.#video.setAttribute("aria-pressed", "false");
    const names = { class: "capture desktop", role: "toolbar", "aria-label": "Picture and video" };
    this.element = make("div", names, picture, this.#video);
    this.copyButton = button("Copy view for ubersim video", "copy", () => this.#copyView(), {
      text: "Copy view for ubersim video",
      kind: "wide",
      title: "Copies --view with this position, target and field of view",
    });
  }

  /** World and simulated time, as a name of a file. */
  #name(sinceSec?: number): string {
    const { world, time } = this.#page.store;
    const text = (sec: number): string => `${Math.max(sec, 0).toFixed(2)}s`;
    const times = sinceSec === undefined ? text(time) : `${text(sinceSec)}-to-${text(time)}`;
    return `${world || "world"}-${times}`.replace(/[^\w.-]+/g, "_");
  }

  async savePicture(): Promise<void> {
    const blob = await this.#page.world?.picture();
    if (blob) this.#save(blob, `${this.#name()}.png`);
  }

  toggleVideo(): void {
    if (this.#recorder) this.#recorder.stop();
    else this.#startVideo();
  }

  #startVideo(): void {
    const { world, store, toasts } = this.#page;
    const type = VIDEO_TYPES.find((one) => globalThis.MediaRecorder?.isTypeSupported(one));
    if (!world || type === undefined) {
      toasts.show("This browser cannot record the view.");
      return;
    }
    const chunks: Blob[] = [];
    const sinceSec = store.time;
    const stream = this.#canvas.captureStream(FRAMES_PER_SEC);
    const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_PER_SEC });
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      this.#recorder = undefined;
      this.#show(false);
      const ending = type.startsWith("video/mp4") ? "mp4" : "webm";
      // a world that is reset while it is recorded goes back in time
      this.#save(new Blob(chunks, { type: recorder.mimeType }), `${this.#name(sinceSec)}.${ending}`);
    };
    recorder.start(CHUNK_MS);
    // a view that does not change has no frames of its own
    void world.picture();
    this.#recorder = recorder;
    this.#show(true);
  }

  #show(isRecording: boolean): void {
    const name = isRecording ? "Stop and save the video" : "Record a video of the view";
    setPicture(this.#video, isRecording ? "stop" : "record");
    this.#video.setAttribute("aria-pressed", String(isRecording));
    this.#video.setAttribute("aria-label", name);
    this.#video.title = name;
    this.#video.toggleAttribute("data-recording", isRecording);
  }

  #save(blob: Blob, name: string): void {
    saveFile(blob, name);
    this.#page.toasts.show(`Saved ${name}`);
  }

  async #copyView(): Promise<void> {
    const view = this.#page.world?.viewText();
    if (view === undefined) return;
    const text = `--view "${view}"`;
    try {
      await navigator.clipboard.writeText(text);
      this.#page.toasts.show(`Copied ${text}`);
    } catch {
      // pages of other machines have no clipboard without https
      this.#page.toasts.show(text);
    }
  }
}
