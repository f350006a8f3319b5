import { join } from 'node:path';
import { createNodeHost } from '../../../src/cli/node-host.js';
import {
  beginBundle,
  type ImportOutcome,
  importIsolated,
} from '../../../src/compiler/load/import-isolated.js';
import { requestProcedures } from '../../../src/compiler/load/load-procedures.js';
import { createSourceCache } from '../../../src/compiler/read/source-cache.js';
import { createProject } from './create-project.js';

export interface BothWays {
  /** What came of each file: as builds import it, and with every file as a module of its own. */
  readonly outcomes: string;
  readonly apart: string;
  /** The files that were inlined: those that are, and those that still were in the end. */
  readonly inlined: readonly string[];
  readonly inlinedAtLast: readonly string[];
}

/** Imports the procedures of the files in `procedures/`, of a project of `files`. */
export async function importBothWays(files: Readonly<Record<string, string>>): Promise<BothWays> {
  const root = await createProject(files);
  const paths = Object.keys(files).filter((path) => path.startsWith('procedures/'));
  const run = async (isApart: boolean) => {
    const host = createNodeHost();
    const context = { host, root, sources: createSourceCache(host, root) };
    const requests = paths.map((path) => requestProcedures(join(root, path), context.sources));
    const begun = beginBundle(context, requests, isApart);
    const outcomes = await importIsolated(context, requests, { begun });
    const bundle = await begun.bundle;
    const inlined = paths.filter((_, index) => bundle.isInlined(index));
    return { text: printOutcomes(outcomes, root), inlined, isApart: begun.findings.isApart };
  };
  const [given, apart] = [await run(false), await run(true)];
  if (apart.inlined.length > 0) throw new Error('Nothing is inlined there.');
  return {
    outcomes: given.text,
    apart: apart.text,
    inlined: given.inlined,
    inlinedAtLast: given.isApart ? [] : given.inlined,
  };
}

/** As text that is the same where the same objects stand in the same places. */
function printOutcomes(outcomes: readonly ImportOutcome[], root: string): string {
  const known = new Map<unknown, number>();
  return JSON.stringify(
    outcomes.map((outcome) =>
      'reason' in outcome
        ? outcome
        : {
            values: { ...outcome.values },
            modules: [...outcome.modules].map((path) => path.replace(root, '')).sort(),
          },
    ),
    (_, value: unknown) => {
      if (typeof value === 'function') return 'function';
      if (typeof value !== 'object' || value === null) return value === undefined ? 'undefined' : value;
      const before = known.get(value);
      if (before !== undefined) return `the object ${before}`;
      known.set(value, known.size);
      return value;
    },
    1,
  );
}
