import { relative } from 'node:path';
import { findProcgenZod, type PackageCopy, type ProcgenManifest } from '../procgen-package.js';
import { satisfiesRange } from '../satisfies-range.js';
import { findCopies } from './find-copies.js';
import { type Finding, fail, ok, warn } from './finding.js';

/** The inputs of the package checks. */
export interface Installation {
  /** The project's folder, absolute, links resolved. */
  readonly root: string;
  readonly manifest: ProcgenManifest;
  /** The folder of the procgen that runs, links resolved. */
  readonly procgenFolder: string;
  /** The version of Node, without `v`. */
  readonly nodeVersion: string;
}

/** Whether procgen supports this version of Node. */
export function checkNode({ nodeVersion, manifest }: Installation): Finding {
  const { node } = manifest.engines;
  if (satisfiesRange(nodeVersion, node)) return ok('node', `Node ${nodeVersion}.`);
  return fail('node', `Node ${nodeVersion} is not ${node}.`, 'Install a newer Node.');
}

/** Whether the project has a single copy of procgen, the running one. */
export async function checkProcgen({ root, manifest, procgenFolder }: Installation): Promise<Finding> {
  const copies = await findCopies('procgen', root);
  const others = copies.filter(({ folder }) => folder !== procgenFolder);
  const here = `procgen ${manifest.version}`;
  if (others.length > 0 && copies.length > 1) {
    return warn(
      'procgen',
      `There are ${copies.length} copies of procgen: ${print(copies, root)}.`,
      'Run "npm dedupe"; "npm ls procgen" shows which packages depend on them.',
    );
  }
  if (copies.length > 0 || procgenFolder === root) return ok('procgen', `${here}, one copy.`);
  return fail(
    'procgen',
    `${here} is running, but the project has no procgen installed.`,
    'Run "npm install procgen".',
  );
}

/** Whether the project has a single copy of zod, of a supported version. */
export async function checkZod({ root, manifest }: Installation): Promise<Finding> {
  const range = manifest.peerDependencies.zod ?? '*';
  const install = `Run "npm install zod@${range}".`;
  const copies = new Map((await findCopies('zod', root)).map((copy) => [copy.folder, copy]));
  const [used] = copies.values();
  if (!used) return fail('zod', 'zod is not installed.', install);
  if (!satisfiesRange(used.version, range)) {
    return fail('zod', `zod ${used.version} is not ${range}, which procgen requires.`, install);
  }
  const imported = findProcgenZod();
  if (imported) copies.set(imported.folder, imported);
  if (copies.size === 1) return ok('zod', `zod ${used.version}, one copy.`);
  return warn(
    'zod',
    `There are ${copies.size} copies of zod: ${print([...copies.values()], root)}. procgen reads the schemas of all of them, but their types may not be compatible.`,
    'Run "npm dedupe"; "npm ls zod" shows which packages depend on them.',
  );
}

/** Packages that only some configurations need. */
export async function checkOptionalPackages(
  { root, manifest }: Installation,
  settings: {
    readonly store?: string;
    readonly rateLimitStore?: string;
    readonly signIn?: object | undefined;
  },
): Promise<readonly Finding[]> {
  const { openId } = (settings.signIn ?? {}) as { openId?: unknown };
  const wanted = [
    ...(settings.store?.startsWith('postgres') ? [['pg', 'store']] : []),
    ...(settings.rateLimitStore?.startsWith('redis') ? [['ioredis', 'rateLimitStore']] : []),
    ...(openId ? [['openid-client', 'signIn.openId']] : []),
  ] as [string, string][];
  return Promise.all(
    wanted.map(async ([name, option]) => {
      const [copy] = await findCopies(name, root);
      const range = manifest.peerDependencies[name] ?? '*';
      const help = `Run "npm install ${name}@${range.split(' ')[0]}".`;
      if (!copy)
        return fail('packages', `${option} needs the package ${name}, which is not installed.`, help);
      if (satisfiesRange(copy.version, range))
        return ok('packages', `${name} ${copy.version}, for ${option}.`);
      return fail('packages', `${name} ${copy.version} is not ${range}.`, help);
    }),
  );
}

function print(copies: readonly PackageCopy[], root: string): string {
  return copies.map(({ folder, version }) => `${version} in ${relative(root, folder) || '.'}`).join(', ');
}
