import type { ClientParts } from './client-parts.js';

const IMPORT = /^import [^;]*;\n/gm;
const EXPORT = /^export (?=(?:abstract |async )*(?:class|const|function|interface|type) (\w+))/gm;
const ENTRY = /^export (?:type )?\{([^}]*)\}/gm;

/** The runtime's sources as parts of one file: imports gone, and only what the entry exports still exported. */
export function inlineRuntime(parts: Pick<ClientParts, 'runtime' | 'entry'>): readonly string[] {
  const exported = new Set(
    [...parts.entry.matchAll(ENTRY)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.replace(/^\s*type\s/, '').trim()),
    ),
  );
  return parts.runtime.map((text) =>
    text
      .replace(IMPORT, '')
      .replace(EXPORT, (keyword, name: string) => (exported.has(name) ? keyword : ''))
      .trim(),
  );
}
