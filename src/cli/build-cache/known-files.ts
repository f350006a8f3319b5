import { readFileSync } from 'node:fs';
import type { Host } from '../../compiler/host.js';
import { type KnownFile, learnKnown, listKnown } from './hash-disk.js';

/**
 * What files were when they were hashed last, beside the record of a build: the next process reads only those that somebody
 * has touched since. What is damaged counts as nothing, and costs the next build its time, as what cannot be written does.
 */
export function readKnownFiles(folder: string): void {
  if (isRead.has(folder)) return;
  isRead.add(folder);
  try {
    const entries = JSON.parse(readFileSync(`${folder}/files.json`, 'utf8')) as readonly Entry[];
    learnKnown(entries.map(([path, state, hash]): [string, KnownFile] => [path, { state, hash }]));
  } catch {}
}

/** What a process knows itself is newer. */
const isRead = new Set<string>();

export async function writeKnownFiles(host: Host, folder: string): Promise<void> {
  const known = listKnown();
  if (!known) return;
  const entries = [...known].map(([path, { state, hash }]): Entry => [path, state, hash]);
  learnKnown(known);
  await host.writeFile(`${folder}/files.json`, JSON.stringify(entries)).catch(() => {});
}

type Entry = readonly [path: string, state: string, hash: string];
