#!/usr/bin/env node
// Runs the project's own procgen when the project has one, so that a global install never builds with another version.
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const own = dirname(dirname(fileURLToPath(import.meta.url)));
const argv = process.argv.slice(2);
const local = findLocal(projectFolder());
if (local) await import(pathToFileURL(local).href);
else if (!isSupported(process.versions.node)) {
  console.error(`error: procgen needs Node 20.19, or 22.12 and newer, not ${process.versions.node}.`);
  process.exitCode = 2;
} else {
  const { main } = await import('../dist/cli/main.js');
  await main(argv);
}

/** Whether `engines` of package.json has this version. Older ones cannot load `dist`, but have to understand this file. */
function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

/** The folder that `-C` names, or the working directory. */
function projectFolder() {
  for (const [index, word] of argv.entries()) {
    if (word === '--') break;
    if ((word === '-C' || word === '--cwd') && argv[index + 1]) return resolve(argv[index + 1]);
    if (word.startsWith('--cwd=')) return resolve(word.slice('--cwd='.length));
  }
  return process.cwd();
}

/** The shim of the nearest procgen at or above the project, unless that is this very copy. */
function findLocal(folder) {
  for (let at = folder; ; at = dirname(at)) {
    for (const candidate of [join(at, 'node_modules', 'procgen'), at]) {
      const shim = readShimPath(candidate);
      if (shim) return realpathSync(candidate) === realpathSync(own) ? null : shim;
    }
    if (at === dirname(at)) return null;
  }
}

/** Where the procgen installed in `folder` has its shim; null when there is none. */
function readShimPath(folder) {
  try {
    const { name, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return name === 'procgen' && bin?.procgen ? join(realpathSync(folder), bin.procgen) : null;
  } catch {
    return null;
  }
}
