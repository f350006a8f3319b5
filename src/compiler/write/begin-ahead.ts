import { findRoutesPath } from '../emit/routes/find-routes-path.js';
import type { Host } from '../host.js';
import { SourceModules } from '../parse/source-modules.js';
import { type AheadGround, type AskedAhead, findStandIn } from './ask-ahead.js';
import type { Bundle } from './bundle-deferring.js';
import { askFor } from './find-natively.js';
import { runBundler } from './run-bundler.js';

/** A bundle that waits for its route table. */
export interface BegunAhead {
  readonly bundle: Promise<Bundle>;
  readonly sources: SourceModules;
  readonly resolveDir: string;
  readonly first: AskedAhead;
}

interface AheadOptions {
  readonly first: AskedAhead;
  /** As it is to be bundled. */
  readonly table: Promise<string>;
  /** Told when the bundler has read what to read ahead. */
  readonly onAheadRead?: () => void;
  /** Told when it has read the table. */
  readonly onTableRead?: () => void;
  readonly onQuestion?: () => void;
}

/** Begins with the procedure files, and with what they and the configuration import. Null where that does not do. */
export function beginAhead(
  host: Host,
  ground: AheadGround,
  { first, table, onAheadRead = () => {}, onTableRead, onQuestion }: AheadOptions,
): BegunAhead | null {
  const { root, config, files } = ground;
  const resolveDir = findStandIn(ground);
  if (resolveDir === null) return null;
  const sources = new SourceModules(host, root);
  const bundle = runBundler(root, {
    config,
    sources,
    asked: askFor(root, first.asked),
    table: { path: findRoutesPath(config), text: table, resolveDir, onRead: onTableRead },
    ahead: { paths: files.map(({ path }) => path), onRead: onAheadRead },
    onQuestion,
  });
  // Who finishes it hears of a failure.
  bundle.catch(() => {});
  return { bundle, sources, resolveDir, first };
}
