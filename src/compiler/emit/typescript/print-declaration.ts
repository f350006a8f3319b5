import type { NamedType } from '../../../model/api-model.js';
import { listTags } from './list-tags.js';
import { printComment } from './print-comment.js';
import { printObjectType, printType } from './print-type.js';

/** An exported interface where the type is an object, an exported alias otherwise, under its comment. */
export function printDeclaration(named: NamedType): string {
  const { name, type, description = '' } = named;
  const comment = printComment([description], '', listTags(named));
  if (type.kind === 'object') return `${comment}export interface ${name} ${printObjectType(type)}\n`;
  return `${comment}export type ${name} = ${printType(type)};\n`.replace(/ = \n/, ' =\n');
}
