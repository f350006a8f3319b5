/** A file that an emitter has printed: its name inside the output folder, with `/`, and its whole text. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /**
   * What every earlier version of the file holds. A file without it in that place is somebody else's and is not written
   * over. Absent where the place is procgen's own.
   */
  readonly mark?: string;
}
