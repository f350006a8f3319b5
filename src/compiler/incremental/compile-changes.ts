import type { OutputFile } from '../../model/output-file.js';
import type { Compilation, CompileOptions } from '../compile.js';
import { emitProject } from '../emit/emit-project.js';
import { type PrintedTexts, reprintFiles } from '../emit/reprint-files.js';
import type { Host } from '../host.js';
import { loadTemplates, type OwnTemplate } from '../load/load-templates.js';
import type { BegunPart } from './begin-part.js';
import { choosePart } from './choose-part.js';
import { type DraftedPart, draftPart } from './draft-part.js';
import { isIndependent } from './is-independent.js';
import { type KeptBuild, modelOf } from './kept-build.js';
import { mergePart } from './merge-part.js';
import { replacePart } from './replace-part.js';

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
  /** The texts of the generated files that were printed of what was kept, by path; null where they cannot be had any more. */
  readonly findPrinted?: (() => Promise<PrintedTexts | null>) | undefined;
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
  const { root, kept, changed, onStage = () => {} } = options;
  if (kept.surroundings.some((path) => changed.has(path))) return null;
  const chosen = choosePart(kept, changed);
  onStage('load', chosen.changed.length);
  const part = await draftPart(host, options, chosen);
  if (!part || !(await isIndependent(part, kept, { host, root }))) return null;
  const { templates, diagnostics } = await loadTemplates(host, root, kept.config.file);
  if (diagnostics.length > 0) return null;
  const replaced = templates.length === 0 ? await replaceAndPrint(part, options) : null;
  if (replaced) return replaced;
  const merged = mergePart(part, kept);
  return merged && mergeAndPrint(host, merged, { ...options, templates });
}

/** In no more time for a large project than for a small one, but for what it takes to look through texts. */
async function replaceAndPrint(
  part: DraftedPart,
  { kept, findPrinted, onServer, onStage = () => {} }: ChangedOptions,
): Promise<ChangedCompilation | null> {
  const replaced = replacePart(part, kept);
  const printed = replaced && (await findPrinted?.());
  if (!printed) return null;
  onStage('emit', kept.items.files.names.length);
  const files = reprintFiles(printed, kept.config, replaced);
  if (!files) return null;
  await onServer?.({ config: kept.config, routes: files.routes, deferrals: kept.deferrals });
  return describeChanges(replaced.kept, files.all);
}

async function mergeAndPrint(
  host: Host,
  now: KeptBuild,
  { root, extras = {}, templates, onServer, onStage = () => {} }: MergeOptions,
): Promise<ChangedCompilation | null> {
  const { config, importExtension, inputs, deferrals } = now;
  onStage('emit', now.items.files.names.length);
  const onRoutes = async (routes: OutputFile) => onServer?.({ config, routes, deferrals });
  const emission = { root, config, extras, importExtension, templates, inputs, onRoutes };
  const { files, diagnostics } = await emitProject(modelOf(now), emission, host);
  return diagnostics.length > 0 ? null : describeChanges(now, files);
}

interface MergeOptions extends ChangedOptions {
  readonly templates: readonly OwnTemplate[];
}

function describeChanges(kept: KeptBuild, files: readonly OutputFile[]): ChangedCompilation {
  const { config, inputs, items } = kept;
  const stats = { files: items.files.names.length, procedures: items.procedures.names.length };
  const compilation = {
    // Made when it is asked for: of a small change nobody does.
    get model() {
      return modelOf(kept);
    },
    config,
    files,
    inputs,
    diagnostics: [],
    isConfigBroken: false,
    grounds: null,
    stats,
  };
  return { compilation, kept };
}
