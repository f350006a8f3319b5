import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../../cli/fake-io.js';
import { REPOSITORY } from '../../cli/temporary-project.js';
import { packProcgen } from '../../packed/install-procgen.js';
import { runCommand } from '../../readme/support/start-command.js';

const RECIPES = join(REPOSITORY, 'test/recipes');
/** Below the packages of the hosts, which projects find there without links: Next's bundler refuses those. */
const WORK = join(RECIPES, 'hosts/.procgen');

const ABOUT = `
import { procedure } from 'procgen';
import * as z from 'zod';

export const about = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/about', tags: ['health'], summary: 'About', protect: false } })
  .output(z.object({ ip: z.string(), isKoa: z.boolean() }))
  .query(({ ctx }) => {
    ctx.response.cookies.set('seen', 'once');
    return { ip: ctx.request.ip, isKoa: ctx.koa !== null };
  });
`;

/** Packs procgen, once for all projects: the path of the archive. */
export async function packForHosts(): Promise<string> {
  await mkdir(WORK, { recursive: true });
  return packProcgen(await mkdtemp(join(WORK, 'packed-')));
}

/**
 * What `procgen init` makes, with the packed procgen, the files of a recipe and a procedure `about`, built. The
 * variable PROXIES is its `trustProxy`.
 */
export async function createHostProject(archive: string, recipe: string): Promise<string> {
  const folder = await mkdtemp(join(WORK, 'host-'));
  if ((await run(['init', 'app', '--yes'], new FakeIo(folder))) !== 0)
    throw new Error('procgen init failed.');
  const project = join(folder, 'app');
  const installed = join(project, 'node_modules/procgen');
  await mkdir(installed, { recursive: true });
  await runWell(['tar', '-xzf', archive, '-C', installed, '--strip-components=1'], project);
  await cp(join(RECIPES, recipe), project, { recursive: true });
  await writeFile(join(project, 'procedures/about.ts'), ABOUT);
  await edit(join(project, 'procgen.config.ts'), (text) =>
    text.replace('({', '({\n  ...(process.env.PROXIES ? { trustProxy: Number(process.env.PROXIES) } : {}),'),
  );
  await runWell([process.execPath, PROCGEN, 'build'], project);
  return project;
}

/** The command line of the packed procgen, from a project on. */
export const PROCGEN = 'node_modules/procgen/bin/procgen.js';

/** The file of a package of the hosts. Throws where they are not installed, for no test may pass without them. */
export function hostPackage(path: string): string {
  const file = join(RECIPES, 'hosts/node_modules', path);
  if (!existsSync(file)) throw new Error(`${path} is missing: npm ci --prefix test/recipes/hosts`);
  return file;
}

export async function edit(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`Nothing was changed in ${file}.`);
  await writeFile(file, changed);
}

/** Runs a command that has to succeed: what it printed. */
export async function runWell(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { exitCode, out, err } = await runCommand(argv, { cwd, env });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} exited with ${exitCode}.\n${out}${err}`);
  return out;
}

export const removeHostProjects = (): Promise<void> => rm(WORK, { recursive: true, force: true });
