/** A file that an emitter has printed: its name inside the output folder, with `/`, and its whole text. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}
