import type { ApiModel } from '../../model/api-model.js';
import type { OutputFile } from '../../model/output-file.js';
import type { OwnTemplate } from '../config/load-templates.js';
import { withTemplates } from '../config/load-templates.js';
import type { ProjectConfig } from '../config/project-config.js';
import { createDiagnostic, type Diagnostic, sortDiagnostics } from '../diagnostic.js';
import type { Host } from '../host.js';
import { type EmitOptions, emitAll } from './emit-all.js';
import { runEmitters } from './run-emitters.js';
import { TemplateFault } from './template-fault.js';

export interface ProjectEmission extends Omit<EmitOptions, 'out'> {
  readonly config: ProjectConfig;
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
  const { config, templates, inputs, ...options } = emission;
  const generated = await printGenerated(model, { ...options, out: config.out }, { templates, host });
  const own = await runEmitters(config.emitters, model, {
    out: config.out,
    files: new Set(generated.files.map(({ path }) => path)),
    sources: [config.procedures, ...inputs, ...templates.map(({ file }) => file)],
  });
  return {
    files: [...generated.files, ...own.files],
    diagnostics: sortDiagnostics([...generated.diagnostics, ...own.diagnostics]),
  };
}

async function printGenerated(
  model: ApiModel,
  options: EmitOptions,
  { templates, host }: { readonly templates: readonly OwnTemplate[]; readonly host: Host },
): Promise<Emitted> {
  try {
    const files = await emitAll(model, options, withTemplates(host, templates));
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
  const location = { file: own.file, line: error.line, column: 1, length: 1 };
  return createDiagnostic('invalid-template', location, error.message);
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
    return createDiagnostic('invalid-template', { file: own.file, line: 1, column: 1, length: 1 }, message);
  });
}
