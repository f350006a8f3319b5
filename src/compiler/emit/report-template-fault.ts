import type { OutputFile } from '../../model/output-file.js';
import type { OwnTemplate } from '../config/load-templates.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { TemplateFault } from './template-fault.js';

/** What was thrown while a project's template was filled in, at its line; null when the error is not in a template. */
export function reportTemplateFault(error: unknown, templates: readonly OwnTemplate[]): Diagnostic | null {
  if (!(error instanceof TemplateFault)) return null;
  const own = templates.find(({ text }) => text === error.source);
  if (!own) return null;
  const location = { file: own.file, line: error.line, column: 1, length: 1 };
  return createDiagnostic('invalid-template', location, error.message);
}

/** Files of own templates that a later build would not know as generated, for want of their mark. */
export function reportMissingMarks(
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
