import { rmSync } from 'node:fs';
import { BENCH_FOLDER, REPOSITORY } from '../harness/places.js';
import { type ProcessUsage, runProcess } from '../harness/run-process.js';
import { countOperations } from './count-operations.js';

/** A command that generates something of a service. */
export interface Generator {
  readonly name: string;
  /** The command line, below the project's folder. */
  readonly args: readonly string[];
  /** What it writes there, and how an operation of the service shows in each. */
  readonly outputs: Readonly<Record<string, RegExp>>;
  /** What else has to go, so that it starts from nothing. */
  readonly caches?: readonly string[];
  /** A service of more operations than that takes it more than a few minutes. */
  readonly most: number;
}

const PACKAGES = `${BENCH_FOLDER}node_modules/`;

/** Description, route table, client and the bundle of the server, by the command line of a checkout that has its `dist/`. */
export function createProcgen(checkout = REPOSITORY): Generator {
  return {
    name: 'procgen',
    args: [`${checkout}bin/procgen.js`, 'build'],
    outputs: {
      'generated/openapi.json': /"\/resource(\d+)[/"]/g,
      'generated/routes.ts': /'\/resource(\d+)[/']/g,
      'generated/client.ts': /path: '\/resource(\d+)[/']/g,
      '.procgen/server/index.mjs': /path: "\/resource(\d+)[/"]/g,
    },
    caches: ['node_modules/.cache'],
    most: 10_000,
  };
}

/** Description and routes. */
export const tsoa: Generator = {
  name: 'tsoa',
  args: [`${PACKAGES}tsoa/dist/cli.js`, 'spec-and-routes'],
  outputs: {
    'generated/swagger.json': /"\/resource(\d+)": ?\{/g,
    'generated/routes.ts': /router\.get\('\/resource(\d+)'/g,
  },
  most: 10_000,
};

/** A client from tsoa's description. */
export const heyApi: Generator = {
  name: 'hey-api',
  args: [
    `${PACKAGES}@hey-api/openapi-ts/bin/run.js`,
    '--input',
    './generated/swagger.json',
    '--output',
    'hey-api',
  ],
  outputs: { 'hey-api/sdk.gen.ts': /url: '\/resource(\d+)'/g },
  most: 1_000,
};

/** Another client from tsoa's description. */
export const orval: Generator = {
  name: 'orval',
  args: [
    `${PACKAGES}orval/dist/bin/orval.js`,
    '--input',
    'generated/swagger.json',
    '--output',
    'orval/api.ts',
    '--client',
    'fetch',
  ],
  outputs: { 'orval/api.ts': /export const listResource(\d+) =/g },
  most: 1_000,
};

/** Takes away what an earlier run has left. */
export function clean(root: string, generator: Generator): void {
  for (const path of Object.keys(generator.outputs)) rmSync(`${root}/${path}`, { force: true });
  cleanCaches(root, generator);
}

/** Takes away what is written for the next run alone. */
export function cleanCaches(root: string, { caches = [] }: Generator): void {
  for (const path of caches) rmSync(`${root}/${path}`, { recursive: true, force: true });
}

/** Runs a generator with `flags`. Rejects when an operation is missing afterwards, or it does not say what is `expected`. */
export async function generate(
  { name, args, outputs }: Generator,
  {
    root,
    operations,
    expected = /^/,
    flags = [],
  }: {
    readonly root: string;
    readonly operations: number;
    readonly expected?: RegExp;
    readonly flags?: readonly string[];
  },
): Promise<ProcessUsage> {
  const { stderr, ...usage } = await runProcess([...args, ...flags], { cwd: root });
  if (!expected.test(stderr)) throw new Error(`${name} did something else:\n${stderr}`);
  for (const [path, pattern] of Object.entries(outputs)) {
    const count = countOperations(`${root}/${path}`, pattern);
    if (count !== operations)
      throw new Error(`${name} wrote ${count} of ${operations} operations to ${path}.`);
  }
  return usage;
}
