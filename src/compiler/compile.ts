import type { Compilation, CompileOptions } from './compilation.js';
import { loadCatalogs } from './config/load-catalogs.js';
import { checkSetup, loadConfig } from './config/load-config.js';
import { loadImportExtension } from './config/load-import-extension.js';
import { loadTemplates } from './config/load-templates.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from './diagnostic.js';
import { discoverProcedureFiles, findUnreadFiles } from './discover/discover-procedure-files.js';
import { emitAll } from './emit/emit-all.js';
import { findUnresolvedImports } from './evaluate/find-unresolved-imports.js';
import type { Host } from './host.js';
import { buildModel } from './model/build-model.js';
import { combineFiles } from './model/unchecked-api.js';
import { SourceModules } from './parse/source-modules.js';
import { parseFiles } from './parsed/parse-files.js';
import { SILENT_PROGRESS } from './progress.js';
import { applyRules } from './rules/apply-rules.js';

/** Compiles procedure files to generated files, or reports all that is wrong with them. Writes nothing to disk. */
export async function compile(host: Host, options: CompileOptions): Promise<Compilation> {
  const { root, extras = {}, progress = SILENT_PROGRESS } = options;
  const context = { host, root, sources: new SourceModules(host, root), progress };
  const { config, diagnostics: configErrors } = await loadConfig(context, options);
  if (!config) return failed({ config, parsed: [] }, configErrors);
  const setupErrors = checkSetup(context, config);
  if (setupErrors.length > 0) return failed({ config: null, parsed: [] }, setupErrors);
  progress.limit(config.buildTimeoutMs);

  const discovered = await discoverProcedureFiles(host, root, config.procedures);
  const unread = await findUnreadFiles(host, root, config.procedures);
  progress.enter('parse', discovered.length);
  const { setup } = config;
  const { parsed, setupError } = await parseFiles(context, discovered, { setup, known: options.known });
  if (setupError) return failed({ config, parsed }, [setupError]);
  const catalogs = await loadCatalogs(host, root, config);
  const { templates, diagnostics: templateErrors } = await loadTemplates(host, root, config.file);

  const api = combineFiles(parsed, { config, catalogs, unread, sources: context.sources });
  const early = [...parsed.flatMap((file) => file.diagnostics), ...catalogs.diagnostics];
  const found = [...early, ...templateErrors, ...applyRules(api, !hasErrors(early))];
  const diagnostics = sortDiagnostics(found.filter(({ code }) => !config.silenced.includes(code)));
  if (hasErrors(diagnostics)) {
    const entries = discovered.filter(({ path }) => !options.known?.has(path)).map(({ path }) => path);
    if (config.file !== null) entries.push(`${root}/${config.file}`);
    const unresolved = findUnresolvedImports(context.sources, entries, diagnostics);
    return failed({ config, parsed }, [...diagnostics, ...unresolved]);
  }

  progress.enter('emit', discovered.length);
  const importExtension = loadImportExtension(host, root);
  const model = buildModel(api, importExtension);
  const inputs = [
    config.file ?? [],
    [...setup, ...discovered].map(({ file }) => file),
    catalogs.files,
  ].flat();
  const emission = { root, config, extras, importExtension, templates, inputs };
  if (config.emitters.length > 0) progress.evaluate(`${root}/${config.file}`);
  const { files, diagnostics: emitErrors } = await emitAll(model, emission, host);
  progress.evaluate(null);
  if (emitErrors.length > 0) return failed({ config, parsed }, [...diagnostics, ...emitErrors]);
  return { model, config, files, templates, inputs, diagnostics, parsed };
}

function failed(
  { config, parsed }: Pick<Compilation, 'config' | 'parsed'>,
  diagnostics: readonly Diagnostic[],
): Compilation {
  const nothing = { model: null, files: [], templates: [], inputs: [] };
  return { ...nothing, config, parsed, diagnostics: sortDiagnostics(diagnostics) };
}
