import { hash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../diagnostic.js';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { evaluateExports, type ImportFailure, runModule } from '../evaluate/evaluate-exports.js';
import { evaluateInOrder } from '../evaluate/evaluate-in-order.js';
import type { EvaluationContext } from '../evaluate/evaluation-context.js';
import { reportFailingImport, reportFailingSetup } from '../evaluate/failing-import.js';
import type { LazyModules } from '../evaluate/lazy-modules.js';
import { listSyntaxErrors } from '../locations/list-syntax-errors.js';
import { findFailingStart } from '../parse/find-failing-start.js';
import { findProcedures } from '../parse/find-procedures.js';
import { listMessageUses } from '../parse/list-message-uses.js';
import { listPromisedContexts } from '../parse/list-promised-contexts.js';
import { listSideEffectImports } from '../parse/list-side-effect-imports.js';
import { listUnexported } from '../parse/list-unexported.js';
import { locationOf } from '../parse/location-of.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { readDeferral } from '../parse/read-deferral.js';
import type { SourceLocation } from '../source-location.js';
import { type FileContent, parseProcedures, type ReadFile } from './parse-procedures.js';
import type { ParsedFile, ParsedModule } from './parsed-file.js';
import { SchemaDescriber } from './schema-describer.js';

/** A module that runs for its effects before any schema is made. */
export interface SetupFile {
  /** Relative to the project. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** Where the configuration names it. */
  readonly findLocation: () => SourceLocation;
}

export interface ParseOptions {
  /** What runs before. */
  readonly setup: readonly SetupFile[];
  /** Files of an earlier build, by path, that are taken over if the same ran before them. */
  readonly known?: ReadonlyMap<string, ParsedFile> | undefined;
}

export interface ParsedFiles {
  readonly parsed: readonly ParsedFile[];
  /** Why nothing was parsed: a module of the setup failed. */
  readonly setupError: Diagnostic | null;
}

/**
 * Evaluates the schemas of procedure files, and describes them. One that cannot be parsed has diagnostics, and nothing
 * else.
 */
export async function parseFiles(
  context: EvaluationContext,
  files: readonly ProcedureFile[],
  { setup, known: earlier = new Map() }: ParseOptions,
): Promise<ParsedFiles> {
  const before = setup.map(({ path }) => path);
  const known = new Map([...earlier].filter(([, file]) => isDeepStrictEqual(file.setup, before)));
  const knownModules = [...known.values()].flatMap(({ modules }) => modules);
  const order = {
    entries: [...before, ...files.map(({ path }) => path)],
    knownImports: new Map(knownModules.map(({ path, imports }) => [path, imports])),
  };
  const fresh = files.filter(({ path }) => !known.has(path));
  const { parsed, setupError } = await evaluateInOrder(context, order, async (modules) => {
    const parser = new FileParser(context, modules, before);
    const setupError = fresh.length > 0 ? await runSetup(context, modules, setup) : null;
    if (setupError) return { parsed: new Map<string, ParsedFile>(), setupError };
    for (const file of fresh) await parser.parse(file);
    return { parsed: parser.finish(), setupError };
  });
  if (setupError) return { parsed: [], setupError };
  return { parsed: files.flatMap(({ path }) => parsed.get(path) ?? known.get(path) ?? []), setupError };
}

async function runSetup(
  context: EvaluationContext,
  modules: LazyModules,
  setup: readonly SetupFile[],
): Promise<Diagnostic | null> {
  for (const { file, path, findLocation } of setup) {
    const failure = await runModule(context, modules, path);
    if (failure) return reportFailingSetup(context, { file, location: findLocation() }, failure);
  }
  return null;
}

/** A file, and the other modules that it was made of. */
interface EvaluatedFile {
  readonly file: Omit<ParsedFile, 'modules' | 'setup'>;
  readonly own: ParsedModule;
  readonly others: readonly string[];
}

class FileParser {
  readonly #context: EvaluationContext;
  readonly #modules: LazyModules;
  readonly #describer = new SchemaDescriber();
  readonly #evaluated: EvaluatedFile[] = [];
  readonly #identities = new WeakMap<object, string>();

  readonly #setup: readonly string[];

  constructor(context: EvaluationContext, modules: LazyModules, setup: readonly string[]) {
    this.#context = context;
    this.#modules = modules;
    this.#setup = setup;
  }

  async parse(file: ProcedureFile): Promise<void> {
    // What else goes on in this thread, such as the bundling of the server, is answered in between.
    await setImmediate();
    const { path } = file;
    const { sources } = this.#context;
    const syntax = sources.parse(path);
    if (!syntax) throw new Error(`${file.file} has gone.`);
    const { procedures, followed } = findProcedures(syntax, sources);
    const isBroken = syntax.errors.length > 0;
    const content = isBroken
      ? { ...NOTHING, diagnostics: listSyntaxErrors(syntax) }
      : await this.#evaluate({ ...file, procedures, deferral: readDeferral(syntax) });
    const used = isBroken ? [] : this.#modules.listUsed(path);
    this.#evaluated.push({
      file: {
        ...file,
        ...content,
        sideEffectImports: this.#parse([path, ...used]).flatMap((module) =>
          listSideEffectImports(module, sources),
        ),
        unexported: listUnexported(syntax),
        failingStarts: this.#parse(used).flatMap((module) => findFailingStart(module) ?? []),
      },
      own: this.#describeModule(path),
      others: [...new Set([...followed, ...used])].filter((other) => other !== path),
    });
    this.#modules.release(path);
  }

  #parse(paths: readonly string[]): readonly ModuleSyntax[] {
    const code = [...new Set(paths)].filter((path) => !path.endsWith('.json'));
    return code.flatMap((path) => this.#context.sources.parse(path) ?? []);
  }

  /** What shared modules import from packages is known when all files have asked for their names. */
  finish(): ReadonlyMap<string, ParsedFile> {
    const shared = new Map<string, ParsedModule>();
    const setup = this.#setup.flatMap((path) => this.#modules.listUsed(path));
    for (const path of [...setup, ...this.#evaluated.flatMap(({ others }) => others)]) {
      if (!shared.has(path)) shared.set(path, this.#describeModule(path));
    }
    return new Map(
      this.#evaluated.map(({ file, own, others }) => {
        const used = [...new Set([...others, ...setup])].filter((path) => path !== own.path);
        const modules = [own, ...used.flatMap((path) => shared.get(path) ?? [])];
        return [file.path, { ...file, setup: this.#setup, modules }];
      }),
    );
  }

  async #evaluate(file: ReadFile): Promise<FileContent> {
    const names = file.procedures.map(({ exportName }) => exportName);
    const evaluated = await evaluateExports(this.#context, this.#modules, { path: file.path, names });
    if ('failures' in evaluated) {
      const report = (failure: ImportFailure) => reportFailingImport(this.#context, file.file, failure);
      return { ...NOTHING, diagnostics: evaluated.failures.map(report) };
    }
    const describer = this.#describer;
    const identify = (procedure: object) => this.#identify(procedure);
    // Getters and defaults of schemas run while these are described.
    const content = await this.#modules.describe(() => {
      describer.rollBack();
      return parseProcedures(file, evaluated.values, { describer, identify });
    }, file.path);
    describer.commit();
    return content;
  }

  #identify(procedure: object): string {
    const identity = this.#identities.get(procedure) ?? randomUUID();
    this.#identities.set(procedure, identity);
    return identity;
  }

  #listUnstableReads(syntax: ModuleSyntax): ParsedModule['unstableReads'] {
    const reads = this.#modules.listUnstableReads(syntax.path);
    return reads.map(({ source, call }) => ({ source, location: locationOf(syntax, call) }));
  }

  #describeModule(path: string): ParsedModule {
    const { sources } = this.#context;
    const syntax = path.endsWith('.json') ? null : sources.parse(path);
    return {
      path,
      hash: hash('sha256', sources.readText(path) ?? '', 'hex'),
      imports: syntax ? this.#modules.listImports(path) : [],
      packages: this.#modules.listPackages(path),
      messageUses: syntax ? listMessageUses(syntax) : [],
      promisedContexts: syntax ? listPromisedContexts(syntax) : [],
      unstableReads: syntax ? this.#listUnstableReads(syntax) : [],
    };
  }
}

const NOTHING = {
  procedures: [],
  components: new Map(),
  uses: [],
  nested: [],
  ownMetadata: [],
  diagnostics: [],
} as const;
