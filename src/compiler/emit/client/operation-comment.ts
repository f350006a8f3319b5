import { printOpenApiPath } from '../../../protocol/path-template.js';
import type { DeprecationModel, ProcedureModel } from '../../model/api-model.js';

/** What an editor shows for an operation: summary, description, where it is served, and what to use instead. */
export function describeOperation(procedure: ProcedureModel): readonly string[] {
  const { summary, description, method, path, deprecation } = procedure;
  const lines = [summary];
  if (description !== undefined && description !== summary) lines.push('', description);
  lines.push('', `\`${method} ${printOpenApiPath(path)}\``);
  if (deprecation) lines.push('', describeDeprecation(deprecation));
  return lines;
}

function describeDeprecation({ since, sunset, replacedBy }: DeprecationModel): string {
  const sentences = [
    since === undefined ? '' : ` Since ${since}.`,
    sunset === undefined ? '' : ` Gone after ${sunset}.`,
    replacedBy === undefined ? '' : ` Use \`${replacedBy}\` instead.`,
  ];
  return `@deprecated${sentences.join('')}`;
}
