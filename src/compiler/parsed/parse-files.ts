import { hash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ProcedureFile } from '../discover/discover-procedure-files.js';
import { evaluateExports } from '../evaluate/evaluate-exports.js';
import { evaluateInOrder } from '../evaluate/evaluate-in-order.js';
import { reportFailingImport } from '../evaluate/failing-import.js';
import type { LazyModules } from '../evaluate/lazy-modules.js';
import type { ImportContext } from '../load/import-context.js';
import type { ReadFile } from '../read/read-files.js';
import { type FileContent, parseProcedures } from './parse-procedures.js';
import type { ParsedFile, ParsedModule } from './parsed-file.js';
import { SchemaDescriber } from './schema-describer.js';

/**
 * Evaluates the schemas of procedure files, and describes them; `known` files, by path, are taken over. One that cannot be
 * parsed has diagnostics, and nothing else.
 */
export async function parseFiles(
  context: ImportContext,
  files: readonly ProcedureFile[],
  known: ReadonlyMap<string, ParsedFile> = new Map(),
): Promise<readonly ParsedFile[]> {
  const knownModules = [...known.values()].flatMap(({ modules }) => modules);
  const order = {
    entries: files.map(({ path }) => path),
    knownImports: new Map(knownModules.map(({ path, imports }) => [path, imports])),
  };
  const parsed = await evaluateInOrder(context, order, async (modules) => {
    const parser = new FileParser(context, modules);
    const fresh = new Map<string, ParsedFile>();
    for (const file of files) {
      if (!known.has(file.path)) fresh.set(file.path, await parser.parse(file));
    }
    return fresh;
  });
  return files.flatMap(({ path }) => parsed.get(path) ?? known.get(path) ?? []);
}

class FileParser {
  readonly #context: ImportContext;
  readonly #modules: LazyModules;
  readonly #describer = new SchemaDescriber();
  readonly #parsedModules = new Map<string, ParsedModule>();
  readonly #identities = new WeakMap<object, string>();

  constructor(context: ImportContext, modules: LazyModules) {
    this.#context = context;
    this.#modules = modules;
  }

  async parse(file: ProcedureFile): Promise<ParsedFile> {
    // What else goes on in this thread, such as the bundling of the server, is answered in between.
    await setImmediate();
    const source = await this.#context.sources.read(file.path);
    if (!source) throw new Error(`${file.file} has gone.`);
    const { syntaxErrors, unexported, followed } = source;
    if (syntaxErrors.length > 0) return { ...file, ...NOTHING, diagnostics: syntaxErrors };
    const content = await this.#evaluate({ ...file, ...source, imports: followed, file: file.file });
    const paths = new Set([file.path, ...followed, ...this.#modules.listUsed(file.path)]);
    const modules: ParsedModule[] = [];
    for (const path of paths) modules.push(await this.#describeModule(path));
    this.#modules.release(file.path);
    return { ...file, ...content, unexported, modules };
  }

  async #evaluate(file: ReadFile): Promise<FileContent> {
    const names = file.procedures.map(({ exportName }) => exportName);
    const evaluated = await evaluateExports(this.#context, this.#modules, { path: file.path, names });
    if ('failure' in evaluated) {
      const diagnostic = await reportFailingImport(this.#context, file.file, evaluated.failure);
      return { ...NOTHING, diagnostics: [diagnostic] };
    }
    const describer = this.#describer;
    describer.begin();
    const identify = (procedure: object) => this.#identify(procedure);
    return this.#modules.settle(() => {
      describer.rollBack();
      return parseProcedures(file, evaluated.values, { describer, identify });
    });
  }

  #identify(procedure: object): string {
    const identity = this.#identities.get(procedure) ?? randomUUID();
    this.#identities.set(procedure, identity);
    return identity;
  }

  async #describeModule(path: string): Promise<ParsedModule> {
    const known = this.#parsedModules.get(path);
    if (known) return known;
    const { sources } = this.#context;
    const source = /\.json$/.test(path) ? null : await sources.read(path);
    const module = {
      path,
      hash: hash('sha256', (await sources.readText(path)) ?? '', 'hex'),
      imports: source ? this.#modules.listImports(path) : [],
      messageUses: source?.messageUses ?? [],
      promisedContexts: source?.promisedContexts ?? [],
    };
    this.#parsedModules.set(path, module);
    return module;
  }
}

const NOTHING = {
  modules: [],
  procedures: [],
  components: new Map(),
  uses: [],
  unexported: [],
  nested: [],
  ownMetadata: [],
  diagnostics: [],
} as const;
