import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileText } from '../compiler/host.js';
import { explainWriteFailure } from './explain-failure.js';

/** A text beside the file that it is for. */
interface StagedFile {
  readonly temporary: string;
  readonly target: string;
}

/**
 * Writes all of them beside where they belong, and only then puts them there: none where one cannot be written, which is a
 * `CliFailure` that names it. A reader sees the old text or the new one, never half of one; a link stays a link, a file keeps its
 * mode. At once: in turns most of the time would be spent waiting for one's turn, seven times a file.
 */
export async function writeFiles(files: readonly FileText[]): Promise<void> {
  const staged: StagedFile[] = [];
  let path = '';
  try {
    for (const file of files) {
      path = file.path;
      stageFile(file, staged);
    }
    for (const { temporary, target } of staged) {
      path = target;
      renameSync(temporary, target);
    }
  } catch (error) {
    for (const { temporary } of staged) rmSync(temporary, { force: true });
    throw explainWriteFailure(path, error);
  }
}

function stageFile({ path, text }: FileText, staged: StagedFile[]): void {
  const target = followLinks(path);
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true });
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666;
  const temporary = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  const descriptor = openSync(temporary, 'wx', mode & 0o777);
  staged.push({ temporary, target });
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Where there is nothing yet, the path itself. */
function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
