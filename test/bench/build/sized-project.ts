/** A project of so many procedures, one a file. */
export interface SizedProject {
  readonly root: string;
  /** Changes what one procedure says: another summary at each call. */
  edit(): void;
}

const FILES_A_FOLDER = 50;

/** The folder of a procedure's file, below that of all of them. */
export function nameFolder(index: number): string {
  return `group${Math.floor(index / FILES_A_FOLDER)}`;
}

export function createSizedProject(root: string, writeFirst: (summary: string) => void): SizedProject {
  let edits = 0;
  return {
    root,
    edit() {
      edits += 1;
      writeFirst(`List resource 0, as edited ${edits} times`);
    },
  };
}
