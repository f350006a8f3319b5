import type { Metafile, Plugin } from 'esbuild';
import { awaitReading } from './await-reading.js';
import { BUNDLE_START } from './list-links.js';

const AHEAD = 'procgen:ahead';

/** Stands last in a bundle's beginning: what was imported before keeps its order. */
export const IMPORT_AHEAD = `import ${JSON.stringify(AHEAD)};\n`;

export interface AheadModules {
  /** Absolute. */
  readonly paths: readonly string[];
  /** Told when the bundler has read which they are. */
  readonly onRead: () => void;
}

/**
 * Has the bundler read modules before it knows who imports them. It looks at what their import stands in, finds that nothing is
 * used of it, and leaves it out.
 */
export function placeAhead(root: string, { paths, onRead }: AheadModules): Plugin {
  const contents = paths.map((path) => `import ${JSON.stringify(path)};\n`).join('');
  return {
    name: 'ahead',
    setup(build) {
      const filter = new RegExp(`^${AHEAD}$`);
      build.onResolve({ filter }, () => ({ path: AHEAD, namespace: AHEAD, sideEffects: false }));
      build.onLoad({ filter, namespace: AHEAD }, () => {
        awaitReading().then(onRead);
        return { contents, resolveDir: root };
      });
    },
  };
}

/** Drops from what the bundler tells the modules that were read ahead and are imported by none of the rest. */
export function dropAhead({ inputs }: Metafile): void {
  const start = inputs[BUNDLE_START];
  if (!start) return;
  start.imports = start.imports.filter(({ path }) => !path.startsWith(AHEAD));
  const reached = new Set([BUNDLE_START]);
  for (const at of reached) {
    for (const { path, external } of inputs[at]?.imports ?? []) if (!external) reached.add(path);
  }
  for (const path of Object.keys(inputs)) if (!reached.has(path)) delete inputs[path];
}
