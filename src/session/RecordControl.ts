// Recordings of a simulation as verbs see them (X2). The server implements it; a simulation without files has none.

export interface RecordingStatus {
  readonly file: string;
  /** Length of the recording, s of simulated time. */
  readonly seconds: number;
  /** Size so far. */
  readonly bytes: number;
}

export interface FilmRequest {
  /** Cameras and views, with ; between them. Undefined: the first camera of the world. */
  readonly view: string | undefined;
  /** True: a line with the time and the score. */
  readonly hasCaption: boolean;
}

export interface RecordControl {
  /** Recordings that run, in the order in which they began. */
  readonly recordings: readonly RecordingStatus[];
  /** False: the first recording of the process has to wait for its modules. */
  readonly isLoaded: boolean;
  /** Loads the modules. */
  load(): Promise<void>;
  /** Begins a recording in a file of this name; undefined: a free name. Throws a SimError. */
  start(name: string | undefined): RecordingStatus;
  /** Begins a film in a file of this name. Throws a SimError. */
  film(name: string, request: FilmRequest): RecordingStatus;
  /** Ends a recording or film; undefined: all of them. Throws a SimError if there is none. */
  stop(name: string | undefined): readonly RecordingStatus[];
  /** Marks this instant in all recordings. Throws a SimError if there is none. */
  mark(text: string): readonly RecordingStatus[];
}
