import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The JavaScript runtimes that stand in `test/consumers/node_modules`, as what comes before the script to run. */
const COMMANDS = {
  'node-22': ['node-22-linux-x64/bin/node'],
  'node-24': ['node-24-linux-x64/bin/node'],
  bun: ['@oven/bun-linux-x64-baseline/bin/bun', 'run'],
  deno: ['@deno/linux-x64-glibc/deno', 'run', '--no-config', '--no-lock', '--allow-net'],
} as const satisfies { readonly [name: string]: readonly [program: string, ...args: string[]] };

export type RuntimeName = keyof typeof COMMANDS;

/** The command that runs a script on `name`. Throws where it is not installed, for no test may pass without it. */
export function runtimeCommand(name: RuntimeName): readonly [program: string, ...args: string[]] {
  const [path, ...args] = COMMANDS[name];
  const program = fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
  if (!existsSync(program)) throw new Error(`${path} is missing: npm ci --prefix test/consumers`);
  return [program, ...args];
}
