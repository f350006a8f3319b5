import type { ApiModel } from '../../model/api-model.js';
import type { Emitter } from '../../model/emitter.js';
import { GENERATED_MARK, type OutputFile } from '../../model/output-file.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { SourceLocation } from '../source-location.js';

/** An emitter of the project's own. */
export interface ConfiguredEmitter {
  readonly emit: Emitter;
  /** Where the configuration names it. */
  readonly findLocation: () => SourceLocation;
}

/** Where an emitter may write, and where not. */
export interface Ground {
  /** The folder of the generated files, relative to the project: whatever stands in there is a build's. */
  readonly out: string;
  /** What was printed already. */
  readonly files: ReadonlySet<string>;
  /** Folders and files that are sources, relative to the project. */
  readonly sources: readonly string[];
}

/** Runs the project's own emitters, each on a model of its own. What they do wrong is told at their location in the configuration. */
export async function runEmitters(
  emitters: readonly ConfiguredEmitter[],
  model: ApiModel,
  ground: Ground,
): Promise<{ readonly files: readonly OutputFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const files: OutputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const used = new Set(ground.files);
  for (const { emit, findLocation } of emitters) {
    const emitted = await callEmitter(emit, model);
    if (typeof emitted === 'string') {
      diagnostics.push(createDiagnostic('failing-emitter', findLocation(), emitted));
      continue;
    }
    for (const file of emitted) {
      const fault = findFault(file, used, ground);
      if (fault) diagnostics.push(createDiagnostic('invalid-emitted-file', findLocation(), fault));
      else {
        files.push(withMark(file));
        used.add(file.path);
      }
    }
  }
  return { files, diagnostics };
}

/** What an emitter gave, or what is wrong with it. */
async function callEmitter(emit: Emitter, model: ApiModel): Promise<readonly OutputFile[] | string> {
  try {
    const emitted: unknown = await emit(structuredClone(model));
    return Array.isArray(emitted) ? emitted : 'The emitter did not return a list of files.';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The emitter failed: ${reason.split('\n')[0] ?? ''}`;
  }
}

/** The words that every generated file has are its mark, where it has them and no other. */
function withMark(file: OutputFile): OutputFile {
  const isMarked = file.mark === undefined && file.text.includes(GENERATED_MARK);
  return isMarked ? { ...file, mark: GENERATED_MARK } : file;
}

function findFault(file: unknown, used: ReadonlySet<string>, { out, sources }: Ground): string | undefined {
  const { path, text, mark } = (typeof file === 'object' && file !== null ? file : {}) as Partial<OutputFile>;
  if (typeof path !== 'string' || typeof text !== 'string')
    return 'The emitter returned a file without `path` and `text`.';
  const name = JSON.stringify(path);
  if (mark !== undefined && !(typeof mark === 'string' && mark !== '' && text.includes(mark)))
    return `The text of ${name} does not contain its \`mark\`.`;
  if (!isInside(path))
    return `The emitter returned the path ${name}, which is not a plain path inside the project.`;
  if (used.has(path)) return `The file ${name} is written twice.`;
  if (RESERVED.test(path)) return `An emitter may not write the file ${name}.`;
  const source = sources.find((each) => path === each || path.startsWith(`${each}/`));
  if (source !== undefined) return `The file ${name} would be a source of the build.`;
  if (path.startsWith(`${out}/`) || mark !== undefined || text.includes(GENERATED_MARK)) return undefined;
  return `The file ${name} is outside of "${out}" and has no \`mark\`, by which a build recognizes its own files.`;
}

/** As git writes paths: relative, with `/`, each part a name. */
function isInside(path: string): boolean {
  const parts = path.split('/');
  return !/[\\\0:]/.test(path) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

const RESERVED = /^(?:\.git|\.procgen|node_modules)(?:\/|$)|(?:^|\/)node_modules\//;
