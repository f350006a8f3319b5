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
    for (const file of files) if (!known.has(file.path)) await parser.parse(file);
    return parser.finish();
  });
  return files.flatMap(({ path }) => parsed.get(path) ?? known.get(path) ?? []);
}

/** A file, and the other modules that it was made of. */
interface EvaluatedFile {
  readonly file: Omit<ParsedFile, 'modules'>;
  readonly own: ParsedModule;
  readonly others: readonly string[];
}

class FileParser {
  readonly #context: ImportContext;
  readonly #modules: LazyModules;
  readonly #describer = new SchemaDescriber();
  readonly #evaluated: EvaluatedFile[] = [];
  readonly #identities = new WeakMap<object, string>();

  constructor(context: ImportContext, modules: LazyModules) {
    this.#context = context;
    this.#modules = modules;
  }

  async parse(file: ProcedureFile): Promise<void> {
    // What else goes on in this thread, such as the bundling of the server, is answered in between.
    await setImmediate();
    const { path } = file;
    const source = await this.#context.sources.read(path);
    if (!source) throw new Error(`${file.file} has gone.`);
    const { syntaxErrors, unexported, followed } = source;
    const content =
      syntaxErrors.length > 0
        ? { ...NOTHING, diagnostics: syntaxErrors }
        : await this.#evaluate({ ...file, ...source, imports: followed, file: file.file });
    const used = syntaxErrors.length > 0 ? [] : this.#modules.listUsed(path);
    this.#evaluated.push({
      file: { ...file, ...content, unexported },
      own: await this.#describeModule(path),
      others: [...new Set([...followed, ...used])].filter((other) => other !== path),
    });
    this.#modules.release(path);
  }

  /** What shared modules import from packages is known when all files have asked for their names. */
  async finish(): Promise<ReadonlyMap<string, ParsedFile>> {
    const shared = new Map<string, ParsedModule>();
    for (const path of new Set(this.#evaluated.flatMap(({ others }) => others))) {
      shared.set(path, await this.#describeModule(path));
    }
    return new Map(
      this.#evaluated.map(({ file, own, others }) => [
        file.path,
        { ...file, modules: [own, ...others.flatMap((path) => shared.get(path) ?? [])] },
      ]),
    );
  }

  async #evaluate(file: ReadFile): Promise<FileContent> {
    const names = file.procedures.map(({ exportName }) => exportName);
    const evaluated = await evaluateExports(this.#context, this.#modules, { path: file.path, names });
    if ('failure' in evaluated) {
      const diagnostic = await reportFailingImport(this.#context, file.file, evaluated.failure);
      return { ...NOTHING, diagnostics: [diagnostic] };
    }
    const describer = this.#describer;
    const identify = (procedure: object) => this.#identify(procedure);
    const content = await this.#modules.settle(() => {
      // Getters and defaults of schemas run while these are described.
      this.#context.progress.evaluate(file.path);
      describer.rollBack();
      return parseProcedures(file, evaluated.values, { describer, identify });
    });
    describer.commit();
    return content;
  }

  #identify(procedure: object): string {
    const identity = this.#identities.get(procedure) ?? randomUUID();
    this.#identities.set(procedure, identity);
    return identity;
  }

  async #describeModule(path: string): Promise<ParsedModule> {
    const { sources } = this.#context;
    const source = path.endsWith('.json') ? null : await sources.read(path);
    return {
      path,
      hash: hash('sha256', (await sources.readText(path)) ?? '', 'hex'),
      imports: source ? this.#modules.listImports(path) : [],
      packages: this.#modules.listPackages(path),
      messageUses: source?.messageUses ?? [],
      promisedContexts: source?.promisedContexts ?? [],
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
