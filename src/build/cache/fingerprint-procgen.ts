import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CODE_FOLDER, PACKAGE_FOLDER } from '../../compiler/package-folder.js';
import { hashFile } from './hash-disk.js';
import { hashText } from './hash-text.js';

/**
 * What decides of generated files, and of what is kept for the next build: the code that runs, from `src` or from `dist`, and
 * what it prints clients and routes from.
 */
const OWN_FOLDERS = [
  CODE_FOLDER,
  ...['src/client/', 'templates/'].map((folder) => new URL(folder, PACKAGE_FOLDER)),
];
const TOOLS = ['esbuild', 'handlebars', 'intl-messageformat', 'ts-morph'];

/** A hash of this procgen: of its own code, of the tools it generates with, and of the Node that runs both. */
export function fingerprintProcgen(): string {
  fingerprint ??= hashProcgen();
  return fingerprint;
}

/** A process goes on with what it has loaded. */
let fingerprint: string | undefined;

function hashProcgen(): string {
  const own = OWN_FOLDERS.flatMap((folder) => hashFiles(fileURLToPath(folder)));
  return hashText(JSON.stringify([process.versions.node.split('.')[0], own, TOOLS.map(readVersion)]));
}

function hashFiles(folder: string): readonly (string | null)[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(map|d\.ts)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
    .map((path) => hashFile(path));
}

/** The version of a tool as it is found from here; its package may keep its manifest to itself. */
function readVersion(name: string): string {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as { version: string })
        .version;
    } catch {}
  }
  return '';
}
