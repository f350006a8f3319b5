import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Fence, readFences } from './read-fences.js';

/** The repository's folder, without a slash at its end. */
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

export const FENCES: readonly Fence[] = readFences(readFileSync(`${REPOSITORY}/README.md`, 'utf8'));

/** The blocks that are files of a project, by their path. */
export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  FENCES.flatMap(({ path, text }) => (path === null ? [] : [[path, text]])),
);

/** The commands of a section, one text a block. */
export function readCommands(section: string): string[] {
  return FENCES.filter((fence) => fence.language === 'sh' && fence.section === section).map(
    ({ text }) => text,
  );
}
