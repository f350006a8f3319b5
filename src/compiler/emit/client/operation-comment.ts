import { printOpenApiPath } from '../../../protocol/path-template.js';
import type { DeprecationModel, ProcedureModel } from '../../model/api-model.js';
import { printComment } from '../typescript/print-comment.js';

/** What an editor shows for an operation: summary, description, where it is served, and what to use instead. */
export function printOperationComment(procedure: ProcedureModel, indent = ''): string {
  const { deprecation } = procedure;
  return printComment(describeOperation(procedure), indent, deprecation && describeDeprecation(deprecation));
}

function describeOperation(procedure: ProcedureModel): readonly string[] {
  const { summary, description, method, path } = procedure;
  const lines = [summary];
  if (description !== undefined && description !== summary) lines.push('', description);
  lines.push('', `\`${method} ${printOpenApiPath(path)}\``);
  return lines;
}

function describeDeprecation({ since, sunset, replacedBy }: DeprecationModel): string {
  const sentences = [
    since === undefined ? [] : `Since ${since}.`,
    sunset === undefined ? [] : `Gone after ${sunset}.`,
    replacedBy === undefined ? [] : `Use \`${replacedBy}\` instead.`,
  ];
  return sentences.flat().join(' ');
}
