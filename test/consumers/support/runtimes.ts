import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The JavaScript runtimes that stand in `test/consumers/node_modules`, as what comes before the script to run. */
export type RuntimeName = 'node-22' | 'node-24' | 'bun' | 'deno';

const PLATFORM = `${process.platform}-${process.arch}`;

const PROGRAMS: { readonly [name in RuntimeName]: readonly [program: string, ...args: string[]] } = {
  'node-22': [`node-22-${PLATFORM}/bin/node`],
  'node-24': [`node-24-${PLATFORM}/bin/node`],
  bun: [`@oven/bun-${PLATFORM.replace('arm64', 'aarch64').replace('x64', 'x64-baseline')}/bin/bun`, 'run'],
  deno: [
    `@deno/${PLATFORM}${process.platform === 'linux' ? '-glibc' : ''}/deno`,
    'run',
    '--no-config',
    '--no-lock',
    '--allow-net',
  ],
};

/** The command that runs a script on `name`. Throws where it is not installed, for no test may pass without it. */
export function runtimeCommand(name: RuntimeName): readonly [program: string, ...args: string[]] {
  const [path, ...args] = PROGRAMS[name];
  const program = fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
  if (!existsSync(program)) throw new Error(`${path} is missing: npm ci --prefix test/consumers`);
  return [program, ...args];
}
