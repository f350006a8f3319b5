import type { ApiModel } from '../../model/api-model.js';
import type { OutputFile } from '../../model/output-file.js';
import { type OwnTemplate, withTemplates } from '../config/load-templates.js';
import type { ProjectConfig } from '../config/project-config.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostic.js';
import type { Host } from '../host.js';
import { type EmitOptions, emitAll } from './emit-all.js';
import { reportMissingMarks, reportTemplateFault } from './report-template-fault.js';
import { runEmitters } from './run-emitters.js';

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
