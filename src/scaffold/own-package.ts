import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../compiler/package-folder.js';

/** procgen's own package.json, as far as new projects are made of it. */
export interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** procgen's own folder, as a path without a slash at its end. */
export const OWN_FOLDER = fileURLToPath(PACKAGE_FOLDER).replace(/[/\\]$/, '');

/** Reads procgen's own package.json. */
export async function readOwnPackage(): Promise<OwnPackage> {
  return JSON.parse(await readOwnFile('package.json')) as OwnPackage;
}

/** A text of procgen's own package, by its path in there. */
export function readOwnFile(path: string): Promise<string> {
  return readFile(new URL(path, PACKAGE_FOLDER), 'utf8');
}
