import { join } from 'node:path';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { createFindings } from '../../../src/compiler/load/bundle-lazily.js';
import {
  beginBundle,
  type ImportOutcome,
  importIsolated,
} from '../../../src/compiler/load/import-isolated.js';
import { requestProcedures } from '../../../src/compiler/load/request-procedures.js';
import { runBatch } from '../../../src/compiler/load/run-batch.js';
import { createSourceCache } from '../../../src/compiler/read/source-cache.js';
import { createProject } from './create-project.js';

/** What came of each file, as text. */
export interface ManyWays {
  /** As builds import them. */
  readonly outcomes: string;
  /** Inlined, and none run before all were bundled; with every file as a module of its own. */
  readonly late: string;
  readonly apart: string;
  /** The files that were inlined: at first, and those that still were in the end. */
  readonly inlined: readonly string[];
  readonly inlinedAtLast: readonly string[];
  /** The files that were run before all were bundled. */
  readonly early: readonly string[];
}

/** Imports the procedures of the files in `procedures/`, of a project of `files`. */
export async function importManyWays(files: Readonly<Record<string, string>>): Promise<ManyWays> {
  const root = await createProject(files);
  const paths = Object.keys(files).filter((path) => path.startsWith('procedures/'));
  const run = async ({ isApart, isEarly }: { readonly isApart: boolean; readonly isEarly: boolean }) => {
    const host = createNodeHost();
    const context = { host, root, sources: createSourceCache(host, root) };
    const requests = paths.map((path) => requestProcedures(join(root, path), context.sources));
    const begun = beginBundle(context, requests, {
      findings: createFindings(isApart),
      ...(isEarly && { run: (batch) => runBatch(host, batch) }),
    });
    const outcomes = await importIsolated(context, requests, { begun });
    const { bundle, findings } = { ...begun, bundle: await begun.bundle };
    const inlined = paths.filter((_, index) => bundle.isInlined(index));
    const early = paths.filter((_, index) => findings.made.has(index));
    return { text: printOutcomes(outcomes, root), inlined, early, isApart: findings.isApart };
  };
  const given = await run({ isApart: false, isEarly: true });
  const late = await run({ isApart: false, isEarly: false });
  const apart = await run({ isApart: true, isEarly: true });
  if (late.early.length + apart.early.length + apart.inlined.length > 0) throw new Error('Not as asked.');
  return {
    outcomes: given.text,
    late: late.text,
    apart: apart.text,
    inlined: given.inlined,
    inlinedAtLast: given.isApart ? [] : given.inlined,
    early: given.early,
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
