import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { evaluateExports, runSetup, type SetupFile } from '../evaluate/evaluate-exports.js';
import { type EvaluationContext, evaluateInOrder } from '../evaluate/evaluate-in-order.js';
import type { LazyModules } from '../evaluate/lazy-modules.js';
import { listSyntaxErrors } from '../locations/list-syntax-errors.js';
import { findProcedures } from '../parse/find-procedures.js';
import { listDeferredImports, listSideEffectImports } from '../parse/list-imports.js';
import { listMessageUses } from '../parse/list-message-uses.js';
import { listRequiredContexts } from '../parse/list-required-contexts.js';
import { locationOf } from '../parse/location-of.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { reportEnclosed, reportFailingStart, reportUnexported } from '../parse/report-module.js';
import type { SourceModules } from '../parse/source-modules.js';
import { type FileContent, type FileSyntax, parseProcedures } from './parse-procedures.js';
import type { ParsedFile, ParsedModule } from './parsed-file.js';
import { SchemaDescriber } from './schema-describer.js';

export interface ParseOptions {
  /** The modules that run before. */
  readonly setup: readonly SetupFile[];
  /** Files of an earlier build, by path, which are reused if the same setup ran before them. */
  readonly known?: ReadonlyMap<string, ParsedFile> | undefined;
}

export interface ParsedFiles {
  readonly parsed: readonly ParsedFile[];
  /** The failure of a setup module, because of which nothing was parsed. */
  readonly setupError: Diagnostic | null;
}

/** Evaluates the schemas of procedure files and describes them. A file that cannot be parsed has only diagnostics. */
export async function parseFiles(
  context: EvaluationContext,
  files: readonly ProcedureFile[],
  { setup, known: previous = new Map() }: ParseOptions,
): Promise<ParsedFiles> {
  const setupPaths = setup.map(({ path }) => path);
  const known = new Map([...previous].filter(([, file]) => isDeepStrictEqual(file.setup, setupPaths)));
  const knownModules = [...known.values()].flatMap(({ modules }) => modules);
  const knownImports = new Map(knownModules.map(({ path, imports }) => [path, imports]));
  const entries = [...setupPaths, ...files.map(({ path }) => path)];
  const changed = files.filter(({ path }) => !known.has(path));
  const parse = async (modules: LazyModules) => {
    const setupError = changed.length > 0 ? await runSetup(context, modules, setup) : null;
    const parsed = setupError
      ? new Map<string, ParsedFile>()
      : await evaluateFiles(context, modules, { files: changed, setupPaths });
    return { parsed, setupError };
  };
  const { parsed, setupError } = await evaluateInOrder(context, entries, parse, knownImports);
  if (setupError) return { parsed: [], setupError };
  return { parsed: files.flatMap(({ path }) => parsed.get(path) ?? known.get(path) ?? []), setupError };
}

async function evaluateFiles(
  context: EvaluationContext,
  modules: LazyModules,
  { files, setupPaths }: { readonly files: readonly ProcedureFile[]; readonly setupPaths: readonly string[] },
): Promise<ReadonlyMap<string, ParsedFile>> {
  const { sources } = context;
  const describer = new SchemaDescriber();
  const parseAll = (paths: readonly string[]): readonly ModuleSyntax[] => {
    const code = [...new Set(paths)].filter((path) => !path.endsWith('.json'));
    return code.flatMap((path) => sources.parse(path) ?? []);
  };
  const evaluated = [];
  for (const file of files) {
    // Yield to other work in this thread, such as bundling the server.
    await setImmediate();
    const { path } = file;
    const syntax = sources.parse(path);
    if (!syntax) throw new Error(`${file.file} has gone.`);
    const { procedures, visited } = findProcedures(syntax, sources);
    const isBroken = syntax.errors.length > 0;
    const content = isBroken
      ? { ...EMPTY_CONTENT, diagnostics: listSyntaxErrors(syntax) }
      : await evaluateFile(context, modules, describer, {
          ...file,
          procedures,
          runsAfter: listDeferredImports(syntax),
        });
    const used = isBroken ? [] : modules.listDependencies(path);
    const isServed = content.procedures.length > 0;
    const failingStarts = isServed ? parseAll(used).flatMap(reportFailingStart) : [];
    evaluated.push({
      ...file,
      ...content,
      setup: setupPaths,
      sideEffectImports: parseAll([path, ...used]).flatMap((module) =>
        listSideEffectImports(module, sources),
      ),
      diagnostics: [
        ...content.diagnostics,
        ...reportUnexported(syntax, sources),
        ...reportEnclosed(syntax, sources),
        ...failingStarts,
      ],
      own: describeModule(sources, modules, path),
      others: [...visited, ...used],
    });
    modules.release(path);
  }
  // A shared module's imports from packages are complete once all files have read their names.
  const setup = setupPaths.flatMap((path) => modules.listDependencies(path));
  const shared = new Map<string, ParsedModule>();
  for (const path of new Set([
    ...setup,
    ...evaluated.flatMap(({ path, others }) => others.filter((other) => other !== path)),
  ])) {
    shared.set(path, describeModule(sources, modules, path));
  }
  return new Map(
    evaluated.map(({ own, others, ...file }) => {
      const used = [...new Set([...others, ...setup])].filter((path) => path !== own.path);
      return [file.path, { ...file, modules: [own, ...used.flatMap((path) => shared.get(path) ?? [])] }];
    }),
  );
}

async function evaluateFile(
  context: EvaluationContext,
  modules: LazyModules,
  describer: SchemaDescriber,
  file: FileSyntax,
): Promise<FileContent> {
  const names = file.procedures.map(({ exportName }) => exportName);
  const evaluated = await evaluateExports(context, modules, { path: file.path, names });
  if ('diagnostics' in evaluated) return { ...EMPTY_CONTENT, diagnostics: evaluated.diagnostics };
  // Describing schemas runs their getters and defaults.
  const content = await modules.describe(() => {
    describer.rollBack();
    return parseProcedures(file, evaluated.values, { describer, sources: context.sources });
  }, file.path);
  describer.commit();
  return content;
}

function describeModule(sources: SourceModules, modules: LazyModules, path: string): ParsedModule {
  const syntax = path.endsWith('.json') ? null : sources.parse(path);
  const imports = syntax ? modules.listImports(path) : [];
  const module = modules.find(path);
  const targets = [...(module?.targets.values() ?? [])];
  return {
    path,
    hash: hash('sha256', sources.readText(path) ?? '', 'hex'),
    imports,
    packages: targets.flatMap((target) => (target.kind === 'package' ? [target.url] : [])),
    messageUses: syntax ? listMessageUses(syntax, sources) : [],
    requiredContexts: syntax ? listRequiredContexts(syntax) : [],
    unstableReads: [...(module?.unstableReads ?? [])].flatMap(({ source, call }) =>
      syntax ? createDiagnostic('unstable-schema', locationOf(syntax, call), CONSEQUENCES[source]) : [],
    ),
  };
}

const CONSEQUENCES = {
  clock: 'The clock is read when the schemas are made: a server keeps the time of its start.',
  random: 'A random value is made with the schemas: each server keeps its own.',
} as const;

const EMPTY_CONTENT = {
  procedures: [],
  components: {},
  nested: [],
  diagnostics: [],
} as const;
