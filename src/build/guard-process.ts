import { hash } from 'node:crypto';

const variables = new Set<string>();

/**
 * Environment variables that the project's code has read in this process; `*` stands for all. A process runs a module
 * once, so its reads count for every later build of the process too.
 */
export const readVariables: ReadonlySet<string> = variables;

/**
 * Runs `work`, which imports the project's code, so that this code can neither end the process nor write to
 * machine-readable output: `process.exit` throws, and stdout is redirected to stderr. Records which environment
 * variables it reads.
 */
export async function guardProcess<T>(work: () => Promise<T>): Promise<T> {
  const { env, exit } = process;
  const { write } = process.stdout;
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ''}) was called.`);
  };
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
  process.env = new Proxy(env, {
    get: (target, name) => Reflect.get(target, recordRead(name)),
    set: (target, name, value) => Reflect.set(target, name, value),
    has: (target, name) => Reflect.has(target, recordRead(name)),
    ownKeys: (target) => {
      recordRead('*');
      return Reflect.ownKeys(target);
    },
  });
  try {
    return await work();
  } finally {
    process.env = env;
    process.exit = exit;
    process.stdout.write = write;
  }
}

function recordRead<Name extends string | symbol>(name: Name): Name {
  if (typeof name === 'string') variables.add(name);
  return name;
}

/** Returns the SHA-256 of a variable's current value; null if it is not set. */
export function hashVariable(name: string): string | null {
  const value = name === '*' ? JSON.stringify(Object.entries(process.env).sort()) : process.env[name];
  return value === undefined ? null : hash('sha256', value, 'hex');
}
