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

/** A temporary file with the text of a file. */
interface StagedFile {
  readonly temporary: string;
  readonly target: string;
}

/**
 * Writes temporary files beside the targets, then renames all of them: none if one cannot be written, which throws a
 * `CliFailure` that names it. Readers see the old text or the new one, never a part. Links stay links, and files keep their
 * mode. Synchronous, because asynchronous calls spend most of the time waiting, seven times per file.
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

/** The path with links resolved; the path itself if it does not exist yet. */
function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
