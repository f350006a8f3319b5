import type { Host } from '../host.js';
import { openReader } from '../read/source-cache.js';

/** The extension with which the project's tsconfig wants its own TypeScript modules imported. */
export async function loadImportExtension(host: Host, root: string): Promise<'.js' | '.ts'> {
  const options = await readOptions(host, `${root}/tsconfig.json`, 0);
  return options.rewriteRelativeImportExtensions === true || options.allowImportingTsExtensions === true
    ? '.ts'
    : '.js';
}

/** How many `extends` are followed. */
const DEEPEST = 8;

/** The compiler options of a tsconfig, those of the files it extends included; a package's preset says nothing of this. */
async function readOptions(
  host: Host,
  path: string,
  depth: number,
): Promise<Readonly<Record<string, unknown>>> {
  const text = depth > DEEPEST ? null : await host.readFile(path);
  if (text === null) return {};
  const reader = await openReader(host, async () => null)();
  const config = (await reader.parseJson({ path, file: path, text })) as
    | { extends?: string | string[]; compilerOptions?: Record<string, unknown> }
    | undefined;
  let options = {};
  for (const base of [config?.extends ?? []].flat()) {
    if (!base.startsWith('.')) continue;
    const target = new URL(base.endsWith('.json') ? base : `${base}.json`, `file://${path}`);
    options = { ...options, ...(await readOptions(host, decodeURIComponent(target.pathname), depth + 1)) };
  }
  return { ...options, ...config?.compilerOptions };
}
