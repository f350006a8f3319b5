import { hashText } from './hash-text.js';

/** A process runs a module once: what it read then counts for every later build of the process, too. */
const variables = new Set<string>();

/** Runs `work`, and tells which environment variables were read in it, or before; `*` is all of them. */
export async function recordEnvironment<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly variables: ReadonlySet<string> }> {
  const { env } = process;
  const note = (name: string | symbol) => void (typeof name === 'string' && variables.add(name));
  process.env = new Proxy(env, {
    get(target, name) {
      note(name);
      return Reflect.get(target, name);
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
    ownKeys(target) {
      note('*');
      return Reflect.ownKeys(target);
    },
  });
  try {
    return { result: await work(), variables };
  } finally {
    process.env = env;
  }
}

/** The hash of what a variable is now; null when it is not set. */
export function hashVariable(name: string): string | null {
  const value = name === '*' ? JSON.stringify(Object.entries(process.env).sort()) : process.env[name];
  return value === undefined ? null : hashText(value);
}
