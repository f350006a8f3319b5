import type { Metafile } from 'esbuild';

/** The project's own modules that a file of a bundle leads to, itself included: absolute, with `/`. */
export function listModules({ inputs }: Metafile, root: string, file: string): readonly string[] {
  const found = new Set([file]);
  for (const at of found) {
    for (const { path, external } of inputs[at]?.imports ?? []) {
      if (!external && inputs[path] && !path.includes(':')) found.add(path);
    }
  }
  return [...found].map((path) => normalize(`${root}/${path}`));
}

/** Bundles name what lies outside of the project by `../`. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
