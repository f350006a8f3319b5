import type { DeprecationModel, NamedType, ProcedureModel } from '../../../model/api-model.js';
import { printOpenApiPath } from '../../../protocol/path-template.js';
import { printComment } from '../typescript/print-comment.js';
import { printData } from '../typescript/print-literal.js';
import { findExample } from './find-example.js';

export interface CommentOptions {
  readonly indent: string;
  /** How a call is written where the comment stands, up to its input: `api.items.create(`. */
  readonly call: string;
  /** The type of the whole input. */
  readonly input: NamedType | undefined;
}

/** What an editor shows for an operation: summary, description, where it is served, an example, and what to use instead. */
export function printOperationComment(procedure: ProcedureModel, options: CommentOptions): string {
  const { deprecation } = procedure;
  const example = findExample(options.input);
  return printComment(describeOperation(procedure), options.indent, {
    ...(example !== undefined && { examples: [`await ${options.call}${printData(example)})`] }),
    ...(deprecation && { deprecation: describeDeprecation(deprecation) }),
  });
}

function describeOperation(procedure: ProcedureModel): readonly string[] {
  const { summary, description = summary, method, path } = procedure;
  const route = `\`${method} ${printOpenApiPath(path)}\``;
  const failures = procedure.failures.filter(({ isShared }) => !isShared);
  const told = failures.map(({ status, description }) => `- ${status}: ${description}`);
  // A service of many operations is read sooner where each takes a line.
  const lines = description === summary ? [`${summary} (${route})`] : [summary, '', description, '', route];
  return told.length > 0 ? [...lines, '', ...told] : lines;
}

function describeDeprecation({ since, sunset, replacedBy }: DeprecationModel): string {
  const sentences = [
    since === undefined ? [] : `Since ${since}.`,
    sunset === undefined ? [] : `Gone after ${sunset}.`,
    replacedBy === undefined ? [] : `Use \`${replacedBy}\` instead.`,
  ];
  return sentences.flat().join(' ');
}
