import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { REPOSITORY } from '../harness/places.js';

/** The path of Node in this version, in npm's build of it; installed where `.ci/nodes` does, unless it is there. */
export function installNode(version: string): string {
  const folder = `${REPOSITORY}.procgen/nodes/${version}`;
  const name = `node-linux-${process.arch}`;
  const node = `${folder}/node_modules/${name}/bin/node`;
  if (existsSync(node)) return node;
  const flags = ['--loglevel=error', '--no-audit', '--no-fund', '--no-save', '--no-package-lock'];
  const args = ['install', ...flags, '--prefix', folder, `${name}@${version}`];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm could not install ${name}@${version}.`);
  return node;
}
