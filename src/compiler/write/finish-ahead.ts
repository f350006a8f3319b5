import type { Host } from '../host.js';
import { type AheadGround, askAhead } from './ask-ahead.js';
import type { BegunAhead } from './begin-ahead.js';
import { type Bundle, bundleDeferring } from './bundle-deferring.js';
import { ignoreFaults } from './bundle-modules.js';
import { areFoundAlike, askFor, listOwnImports } from './find-natively.js';
import type { ServerEntry } from './run-bundler.js';

/**
 * The bundle with its table; null where it could be another than one for which everything is asked. Once more where the
 * bundler has met modules that nobody knew of, and that it has to ask for.
 */
export async function finishAhead(
  host: Host,
  ground: AheadGround,
  { begun, entry }: { readonly begun: BegunAhead; readonly entry: ServerEntry },
): Promise<Bundle | null> {
  const { root } = ground;
  const { sources, resolveDir, first } = begun;
  let { asked } = first;
  // What is wrong with it may be wrong with a module that no route leads to: then it is bundled without that.
  let bundle: Bundle | null = await begun.bundle.catch(ignoreFaults);
  for (;;) {
    const options = { ...entry, sources, resolveDir, asked: askFor(root, asked), begun: bundle };
    const built = await bundleDeferring(root, options).catch(ignoreFaults);
    const due = built && (await askAhead(host, ground, { links: built.links, before: first.known }));
    if (!due) return null;
    if ([...due.asked].every((path) => asked.has(path))) {
      const areAlike = await areFoundAlike(listOwnImports(built.metafile), sources, root);
      return areAlike ? { ...built, edited: due.known.edited } : null;
    }
    asked = new Set([...asked, ...due.asked]);
    bundle = null;
  }
}
