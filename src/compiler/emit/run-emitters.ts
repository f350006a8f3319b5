import type { Emitter } from '../../authoring/emitter.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { ApiModel } from '../model/api-model.js';
import type { Place } from '../place.js';
import type { OutputFile } from './output-file.js';

/** An emitter of the project's own. */
export interface ConfiguredEmitter {
  readonly emit: Emitter;
  /** Where the configuration names it. */
  readonly place: Place;
}

/** Files that are not an emitter's to write, by path, with the reason. */
export interface TakenPaths {
  /** What was printed already. */
  readonly files: ReadonlySet<string>;
  /** Folders and files that are sources, relative to the project. */
  readonly sources: readonly string[];
}

/** Runs the project's own emitters, each on a model of its own. What they do wrong is told at their place in the configuration. */
export async function runEmitters(
  emitters: readonly ConfiguredEmitter[],
  model: ApiModel,
  taken: TakenPaths,
): Promise<{ readonly files: readonly OutputFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const files: OutputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const used = new Set(taken.files);
  for (const { emit, place } of emitters) {
    const emitted = await callEmitter(emit, model);
    if (typeof emitted === 'string') {
      diagnostics.push(createDiagnostic('failing-emitter', place, emitted));
      continue;
    }
    for (const file of emitted) {
      const fault = findFault(file, used, taken.sources);
      if (fault) diagnostics.push(createDiagnostic('invalid-emitted-file', place, fault));
      else {
        files.push(file);
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
    return Array.isArray(emitted) ? emitted : 'The emitter gives no list of files.';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The emitter failed: ${reason.split('\n')[0] ?? ''}`;
  }
}

function findFault(file: unknown, used: ReadonlySet<string>, sources: readonly string[]): string | undefined {
  const { path, text, mark } = (typeof file === 'object' && file !== null ? file : {}) as Partial<OutputFile>;
  if (typeof path !== 'string' || typeof text !== 'string')
    return 'The emitter gives a file without `path` and `text`.';
  const name = JSON.stringify(path);
  if (mark !== undefined && !(typeof mark === 'string' && mark !== '' && text.includes(mark)))
    return `The file ${name} does not hold its own \`mark\`.`;
  if (!isInside(path)) return `The emitter names ${name}, which is no path inside the project.`;
  if (used.has(path)) return `The file ${name} is written already.`;
  if (RESERVED.test(path)) return `The file ${name} is where an emitter writes nothing.`;
  const source = sources.find((each) => path === each || path.startsWith(`${each}/`));
  return source === undefined ? undefined : `The file ${name} would be among the sources of the build.`;
}

/** As git writes paths: relative, with `/`, each part a name. */
function isInside(path: string): boolean {
  const parts = path.split('/');
  return !/[\\\0:]/.test(path) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

const RESERVED = /^(?:\.git|\.procgen|node_modules)(?:\/|$)|(?:^|\/)node_modules\//;
