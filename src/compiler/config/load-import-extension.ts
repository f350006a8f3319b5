import type { Host } from '../host.js';
import { parseJsonWithComments } from '../parse/parse-json-with-comments.js';

/** Returns the extension that the project's tsconfig requires in imports of its own TypeScript modules. */
export function loadImportExtension(host: Host, root: string): '.js' | '.ts' {
  const options = readOptions(host, `${root}/tsconfig.json`, 0);
  return options.rewriteRelativeImportExtensions === true || options.allowImportingTsExtensions === true
    ? '.ts'
    : '.js';
}

/** The maximum depth of `extends`. */
const MAX_DEPTH = 8;

/** Returns the compiler options of a tsconfig and of what it extends. Presets from packages never set these. */
function readOptions(host: Host, path: string, depth: number): Readonly<Record<string, unknown>> {
  const text = depth > MAX_DEPTH ? null : host.readFile(path);
  const config = (text === null ? null : parseJsonWithComments(text)) as {
    extends?: string | string[];
    compilerOptions?: Record<string, unknown>;
  } | null;
  let options = {};
  for (const base of [config?.extends ?? []].flat()) {
    if (!base.startsWith('.')) continue;
    const target = new URL(base.endsWith('.json') ? base : `${base}.json`, `file://${path}`);
    options = { ...options, ...readOptions(host, decodeURIComponent(target.pathname), depth + 1) };
  }
  return { ...options, ...config?.compilerOptions };
}
