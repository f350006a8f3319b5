import type { ApiModel } from '../../model/api-model.js';
import type { Emitter } from '../../model/emitter.js';
import { GENERATED_MARK, type OutputFile } from '../../model/output-file.js';
import { type OwnTemplate, withTemplates } from '../config/load-templates.js';
import { createDiagnostic, type Diagnostic, sortDiagnostics } from '../diagnostic.js';
import { describeThrown } from '../evaluate/trace-lines.js';
import type { Host } from '../host.js';
import { startOf } from '../source-location.js';
import { type Emission, emitAll } from './emit-all.js';
import { TemplateFault } from './render-template.js';

export interface ProjectEmission extends Emission {
  /** The project's own templates. */
  readonly templates: readonly OwnTemplate[];
  /** What the model was made of, relative to the project. */
  readonly inputs: readonly string[];
}

export interface Emitted {
  /** Relative to the project. */
  readonly files: readonly OutputFile[];
  /** What is wrong with templates and emitters of the project's own, sorted. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Prints every generated file with the project's own templates, then those of its own emitters. */
export async function emitProject(model: ApiModel, emission: ProjectEmission, host: Host): Promise<Emitted> {
  const generated = await printGenerated(model, emission, host);
  const own = await runEmitters(model, emission, generated.files);
  return {
    files: [...generated.files, ...own.files],
    diagnostics: sortDiagnostics([...generated.diagnostics, ...own.diagnostics]),
  };
}

async function printGenerated(model: ApiModel, emission: ProjectEmission, host: Host): Promise<Emitted> {
  const { templates } = emission;
  try {
    const files = await emitAll(model, emission, withTemplates(host, templates));
    return { files, diagnostics: reportMissingMarks(files, templates) };
  } catch (error) {
    const fault = reportTemplateFault(error, templates);
    if (!fault) throw error;
    return { files: [], diagnostics: [fault] };
  }
}

/** What was thrown while a project's template was filled in, at its line; null when the error is not in a template. */
function reportTemplateFault(error: unknown, templates: readonly OwnTemplate[]): Diagnostic | null {
  if (!(error instanceof TemplateFault)) return null;
  const own = templates.find(({ text }) => text === error.source);
  if (!own) return null;
  return createDiagnostic('invalid-template', { ...startOf(own.file), line: error.line }, error.message);
}

/** Files of own templates that a later build would not know as generated, for want of their mark. */
function reportMissingMarks(
  files: readonly OutputFile[],
  templates: readonly OwnTemplate[],
): readonly Diagnostic[] {
  const unmarked = files.filter(({ mark, text }) => mark !== undefined && !text.includes(mark));
  return unmarked.flatMap(({ path, mark }) => {
    const stem = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
    const own = templates.find(({ name }) => name === `${stem}.hbs`) ?? templates[0];
    if (!own) return [];
    const message = `The output for ${path} does not contain "${mark}", by which a build recognizes its own files.`;
    return createDiagnostic('invalid-template', startOf(own.file), message);
  });
}

/** Runs the project's own emitters, each on a model of its own. What they do wrong is told at their location in the configuration. */
async function runEmitters(
  model: ApiModel,
  { config, templates, inputs }: ProjectEmission,
  printed: readonly OutputFile[],
): Promise<Emitted> {
  const { out, procedures, emitters } = config;
  const ground = { out, sources: [procedures, ...inputs, ...templates.map(({ file }) => file)] };
  const files: OutputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const used = new Set(printed.map(({ path }) => path));
  for (const { emit, location } of emitters) {
    const emitted = await callEmitter(emit, model);
    if (typeof emitted === 'string') {
      diagnostics.push(createDiagnostic('failing-emitter', location, emitted));
      continue;
    }
    for (const file of emitted) {
      const fault = findEmittedFault(file, used, ground);
      if (fault) diagnostics.push(createDiagnostic('invalid-emitted-file', location, fault));
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
    return `The emitter failed: ${describeThrown(error)}`;
  }
}

/** The words that every generated file has are its mark, where it has them and no other. */
function withMark(file: OutputFile): OutputFile {
  const isMarked = file.mark === undefined && file.text.includes(GENERATED_MARK);
  return isMarked ? { ...file, mark: GENERATED_MARK } : file;
}

function findEmittedFault(
  file: unknown,
  used: ReadonlySet<string>,
  { out, sources }: { readonly out: string; readonly sources: readonly string[] },
): string | undefined {
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
