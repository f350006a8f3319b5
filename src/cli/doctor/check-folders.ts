import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Finding, fault, ok } from './finding.js';

/** Whether builds and servers may write into these folders, relative to the project, or make them. */
export async function checkFolders(root: string, folders: readonly string[]): Promise<Finding> {
  const faults = (await Promise.all(folders.map((folder) => explainRefusal(root, folder)))).filter(
    (reason) => reason !== null,
  );
  if (faults.length === 0) return ok('write-access', `${folders.join(' and ')} can be written.`);
  return fault(
    'write-access',
    `${faults.join('; ')}.`,
    'Give the user who runs procgen the right to write there, or move what is in the way.',
  );
}

/** Why the folder cannot be written into; null when it can, or can be made. */
async function explainRefusal(root: string, folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(root, at);
    const entry = await stat(path).catch(() => null);
    if (entry === null && at !== '.') continue;
    if (!entry?.isDirectory()) return `${at} is not a folder`;
    const isWritable = await access(path, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    return isWritable ? null : `${at === '.' ? 'the project' : at} may not be written`;
  }
}
