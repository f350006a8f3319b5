import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { printCause } from '../../stores/store-error.js';
import { type Finding, fault, ok } from './finding.js';

/** Whether builds and servers may write into these folders, relative to the project, or make them. */
export async function checkFolders(root: string, folders: readonly string[]): Promise<Finding> {
  const reasons = await Promise.all(folders.map((folder) => explainRefusal(root, folder)));
  // Folders that are not there yet may be refused by the same one.
  const refusals = new Set(reasons.filter((reason) => reason !== null));
  if (refusals.size === 0) return ok('write-access', `${folders.join(' and ')} can be written.`);
  return fault(
    'write-access',
    `${[...refusals].join('; ')}.`,
    'Give the user who runs procgen write access, or move what is in the way.',
  );
}

/** Why the folder cannot be written into; null when it can, or can be made. */
async function explainRefusal(root: string, folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(root, at);
    const entry = await stat(path).catch(() => null);
    if (entry === null && at !== '.') continue;
    if (!entry?.isDirectory()) return `${at} is not a folder`;
    return access(path, constants.W_OK | constants.X_OK).then(
      () => null,
      (error) => `${at === '.' ? 'the project' : at} cannot be written: ${printCause(error)}`,
    );
  }
}
