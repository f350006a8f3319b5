import { createNodeHost } from '../../../src/cli/node-host.js';
import { type Diagnostic, sortDiagnostics } from '../../../src/compiler/diagnostic.js';
import { discoverProcedureFiles } from '../../../src/compiler/discover/discover-procedure-files.js';
import { listUses } from '../../../src/compiler/incremental/list-uses.js';
import type { Settle } from '../../../src/compiler/load/import-request.js';
import { loadConfig } from '../../../src/compiler/load/load-config.js';
import { loadProcedures } from '../../../src/compiler/load/load-procedures.js';
import { readFiles } from '../../../src/compiler/load/read-files.js';
import type { LiveProcedure } from '../../../src/compiler/load/take-procedures.js';
import { buildModel } from '../../../src/compiler/model/build-model.js';
import { draftApi } from '../../../src/compiler/model/draft-api.js';
import { draftFile } from '../../../src/compiler/model/draft-file.js';
import type { DraftedProcedure } from '../../../src/compiler/model/draft-procedures.js';
import { SourceModules } from '../../../src/compiler/parse/source-modules.js';
import { applyRules } from '../../../src/compiler/rules/apply-rules.js';
import { listLeftOut } from '../../../src/compiler/rules/left-out.js';

/** What is decided of a project. */
export interface Decisions {
  /** As JSON; null where anything is refused. */
  readonly model: string | null;
  /** The named schemas that each procedure leads to, as JSON; null where anything is refused. */
  readonly uses: string | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The files that were drafted as soon as they had run, relative to the project: at first, and those that still were in the end. */
  readonly early: readonly string[];
  readonly earlyAtLast: readonly string[];
}

/** Decides a project as a build does, and with all procedures alive until all have run. */
export async function draftBothWays(root: string): Promise<Record<'early' | 'late', Decisions>> {
  return {
    early: await decide(root, draftFile),
    late: await decide(root, async (procedures) => procedures),
  };
}

type Draft = (
  procedures: readonly LiveProcedure[],
  settle: Settle,
) => Promise<readonly (DraftedProcedure | LiveProcedure)[]>;

async function decide(root: string, draft: Draft): Promise<Decisions> {
  const host = createNodeHost();
  const context = { host, root, sources: new SourceModules(host, root) };
  const source = context.sources.parse(`${root}/procgen.config.ts`);
  const { config } = await loadConfig(context, { source });
  if (!config) throw new Error('The configuration is broken.');
  const files = await discoverProcedureFiles(host, root, config.procedures);
  const early: string[] = [];
  const loading = await loadProcedures(context, files, {
    draftFile(procedures, settle) {
      early.push(...procedures.slice(0, 1).map(({ loaded }) => loaded.file.file));
      return draft(procedures, settle) as Promise<readonly DraftedProcedure[]>;
    },
  });
  const { loaded, api } = await draftApi(loading, config);
  const atLast = loaded.procedures.flatMap((one) => ('draft' in one ? [one.draft.loaded.file.file] : []));
  const read = await readFiles(files, context.sources);
  const leftOut = listLeftOut({ read: read.files, loaded, sources: context.sources }, []);
  const { places } = loaded;
  const refused = await applyRules(api, { isWhole: loaded.diagnostics.length === 0, places, leftOut });
  const diagnostics = sortDiagnostics([...loaded.diagnostics, ...refused]);
  const isRefused = diagnostics.some(({ severity }) => severity === 'error');
  const surroundings = { catalogs: {}, importExtension: '.js' } as const;
  return {
    model: isRefused ? null : JSON.stringify(buildModel(api, surroundings), null, 1),
    uses: isRefused ? null : JSON.stringify([...listUses(api)], null, 1),
    diagnostics,
    early: early.sort(),
    earlyAtLast: [...new Set(atLast)].filter((each) => early.includes(each)).sort(),
  };
}
