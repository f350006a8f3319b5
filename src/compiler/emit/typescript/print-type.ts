import type { NamedType } from '../../../model/api-model.js';
import type { PropertyType, TypeModel } from '../../../model/type-model.js';
import type { CommentTags } from './print-comment.js';
import { printComment } from './print-comment.js';
import { printData, printString, printTypeKey } from './print-literal.js';

const LINE_WIDTH = 110;

/** Prints `type` with continuation lines at `indent`. The only globals it names are `Date`, `Blob` and `File`. */
export function printType(type: TypeModel, indent = ''): string {
  switch (type.kind) {
    case 'keyword':
    case 'reference':
      return type.name;
    case 'literal':
      return printLiteral(type.value);
    case 'array':
      return `${printOperand(type.element, indent)}[]`;
    case 'tuple': {
      const { required = type.items.length } = type;
      const items = type.items.map((item, index) =>
        index < required ? printType(item, indent) : `${printOperand(item, indent)}?`,
      );
      if (type.rest) items.push(`...${printOperand(type.rest, indent)}[]`);
      return `[${items.join(', ')}]`;
    }
    case 'object':
      return printObjectType(type, indent);
    case 'record':
      return printRecord(type, indent);
    case 'union':
      return printMembers(type.members, ' | ', indent);
    case 'intersection':
      return printMembers(type.members, ' & ', indent);
  }
}

/** Prints an object type in braces, which may also be the body of an interface. */
function printObjectType(type: TypeModel & { kind: 'object' }, indent = ''): string {
  const inner = `${indent}  `;
  const members = type.properties.map((property) => printProperty(property, inner));
  if (type.rest) members.push(`${inner}[key: string]: ${printRest(type.rest, type.properties, inner)};\n`);
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
}

function printProperty(property: PropertyType, indent: string): string {
  const { description = '' } = property;
  const comment = printComment([description], indent, listTags(property));
  const key = printTypeKey(property.name);
  if (!property.isOptional) return `${comment}${indent}${key}: ${printType(property.type, indent)};\n`;
  return `${comment}${indent}${key}?: ${printType(orUndefined(property.type), indent)};\n`;
}

/** Adds `undefined` to the type of an optional property: zod accepts it, even under `exactOptionalPropertyTypes`. */
function orUndefined(type: TypeModel): TypeModel {
  const isAnything = type.kind === 'keyword' && type.name === 'unknown';
  return isAnything ? type : { kind: 'union', members: [type, { kind: 'keyword', name: 'undefined' }] };
}

/** An index signature must accept the named properties too, so it includes their types. */
function printRest(rest: TypeModel, properties: readonly PropertyType[], indent: string): string {
  const members = [rest, ...properties.map((property) => property.type)];
  if (properties.some((property) => property.isOptional))
    members.push({ kind: 'keyword', name: 'undefined' });
  return members.some((member) => member.kind === 'keyword' && member.name === 'unknown')
    ? 'unknown'
    : printType({ kind: 'union', members }, indent);
}

function printRecord(type: TypeModel & { kind: 'record' }, indent: string): string {
  const isOpen = type.key.kind === 'keyword' && (type.key.name === 'string' || type.key.name === 'number');
  if (isOpen) return `{ [key: ${printType(type.key)}]: ${printType(type.value, indent)} }`;
  const [mark, value] = type.isPartial ? ['?', orUndefined(type.value)] : ['', type.value];
  return `{ [Key in ${printType(type.key, indent)}]${mark}: ${printType(value, indent)} }`;
}

function printMembers(members: readonly TypeModel[], operator: ' | ' | ' & ', indent: string): string {
  const [only] = members;
  if (members.length === 1 && only) return printType(only, indent);
  const print = operator === ' | ' ? printType : printOperand;
  const flat = operator === ' | ' ? flattenUnion(members) : members;
  const printed = [...new Set(flat.map((member) => print(member, indent)))];
  const line = printed.join(operator);
  if (indent.length + line.length <= LINE_WIDTH || line.includes('\n')) return line;
  return printed.map((member) => `\n${indent}  ${operator.trimStart()}${member}`).join('');
}

function flattenUnion(members: readonly TypeModel[]): readonly TypeModel[] {
  return members.flatMap((member) => (member.kind === 'union' ? flattenUnion(member.members) : member));
}

/** Prints `type` as the operand of an operator that binds more tightly. */
function printOperand(type: TypeModel, indent: string): string {
  const text = printType(type, indent);
  const isCompound = (type.kind === 'union' || type.kind === 'intersection') && type.members.length > 1;
  return isCompound ? `(${text})` : text;
}

function printLiteral(value: string | number | boolean | null): string {
  return typeof value === 'string' ? printString(value) : String(value);
}

/** Returns the tags for the comment on a type or a property. */
function listTags({ isDeprecated, examples }: Pick<PropertyType, 'isDeprecated' | 'examples'>): CommentTags {
  return { examples: examples?.map(printData), ...(isDeprecated && { deprecation: '' }) };
}

/** Prints an exported interface for an object type, an exported alias for any other, with its comment. */
export function printDeclaration(named: NamedType): string {
  const { name, type, description = '' } = named;
  const comment = printComment([description], '', listTags(named));
  if (type.kind === 'object') return `${comment}export interface ${name} ${printObjectType(type)}\n`;
  return `${comment}export type ${name} = ${printType(type)};\n`.replace(/ = \n/, ' =\n');
}
