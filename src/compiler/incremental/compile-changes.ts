import type { Compilation, CompileOptions } from '../compile.js';
import { emitProject } from '../emit/emit-project.js';
import type { OutputFile } from '../emit/output-file.js';
import type { Host } from '../host.js';
import { loadTemplates } from '../load/load-templates.js';
import type { ComponentSchema } from '../model/settle-names.js';
import { applyRulesToPart } from '../rules/apply-rules.js';
import { listDeferrals } from '../write/defer-procedures.js';
import type { BegunPart } from './begin-part.js';
import { choosePart } from './choose-part.js';
import { keepSuccessors, listCompared } from './compare-drafts.js';
import { type DraftedPart, draftPart } from './draft-part.js';
import { isIndependent } from './is-independent.js';
import type { KeptBuild, KeptSchema } from './kept-build.js';
import { mergeModel } from './merge-model.js';
import { type MergedNames, mergeNames } from './merge-names.js';
import { nameSides } from './name-sides.js';

export interface ChangedOptions extends Pick<CompileOptions, 'root' | 'extras' | 'onStage' | 'onServer'> {
  /** Of a good build. */
  readonly kept: KeptBuild;
  /**
   * The files that have another text since then: relative to the project where they lie inside. None has come or gone,
   * and the environment and procgen are what they were.
   */
  readonly changed: ReadonlySet<string>;
  /** Of those, what has been begun beforehand. */
  readonly begunPart?: BegunPart | undefined;
}

export interface ChangedCompilation {
  readonly compilation: Compilation;
  readonly kept: KeptBuild;
}

/**
 * Compiles the procedure files that changes lead to, and takes over what was kept of the others: the same files, byte for
 * byte, as a compilation of the whole. Null where that has to be done: where anything is wrong, or where the changes
 * decide of more than those files.
 */
export async function compileChanges(
  host: Host,
  options: ChangedOptions,
): Promise<ChangedCompilation | null> {
  const { root, kept, changed, extras = {}, onStage = () => {}, onServer } = options;
  if (kept.surroundings.some((path) => changed.has(path))) return null;
  const chosen = choosePart(kept, changed);
  onStage('load', chosen.changed.length);
  const part = await draftPart(host, options, chosen);
  const now = part && (await mergePart(host, options, part));
  if (!now) return null;
  const { config, importExtension, inputs, deferrals, model } = now;
  const { templates, diagnostics: faults } = await loadTemplates(host, root, config.file);
  onStage('emit', kept.files.length);
  const onRoutes = async (routes: OutputFile) => onServer?.({ config, routes, deferrals });
  const emission = { root, config, extras, importExtension, templates, inputs, onRoutes };
  const { files, diagnostics } = await emitProject(model, emission, host);
  if (faults.length > 0 || diagnostics.length > 0) return null;
  const stats = { files: kept.files.length, procedures: model.procedures.length };
  const compilation = {
    model,
    config,
    files,
    inputs,
    diagnostics,
    isConfigBroken: false,
    grounds: null,
    stats,
  };
  return { compilation, kept: now };
}

/** What is kept from now on; null when a rule refuses anything, or when the part is none by itself. */
async function mergePart(
  host: Host,
  { root, kept }: ChangedOptions,
  part: DraftedPart,
): Promise<KeptBuild | null> {
  if (!(await isIndependent(part, kept, { host, root }))) return null;
  const isChanged = new Set(part.changed.map(({ file }) => file));
  const drafts = part.api.drafts.filter(({ loaded }) => isChanged.has(loaded.file.file));
  const unchanged = kept.model.procedures.filter(({ source }) => !isChanged.has(source.file));
  const compared = listCompared(unchanged, drafts);
  if (applyRulesToPart(part.api, compared).length > 0) return null;
  if (!keepSuccessors(unchanged, kept.model.procedures, compared)) return null;
  const merged = mergeNames(part, kept, compared);
  const model = merged && mergeModel({ part, kept, unchanged, drafts, compared, ...merged });
  if (!model) return null;
  const fresh = new Map(part.fresh.map((file) => [file.file, file]));
  const files = kept.files.map((file) => fresh.get(file.file) ?? file);
  const deferrals = listDeferrals(model, kept.config);
  return { ...kept, deferrals, files, schemas: keepSchemas(merged), model };
}

function keepSchemas({ names, claimed }: MergedNames): KeptBuild['schemas'] {
  return names.schemas.map((schema) =>
    isKept(schema) ? schema : { ...schema, called: nameSides(schema, names, claimed) },
  );
}

/** One that is the object it was is called what it was. */
function isKept(schema: ComponentSchema): schema is KeptSchema {
  return 'called' in schema;
}
