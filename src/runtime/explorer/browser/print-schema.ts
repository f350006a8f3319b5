import type { Schema } from './description.js';

/** The schema in the notation of TypeScript, names left as names. */
export function printSchema(schema: Schema, indent = ''): string {
  if (schema === undefined || schema === true) return 'unknown';
  if (schema === false) return 'never';
  if (schema.$ref) return String(schema.$ref).split('/').at(-1) as string;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ');
  const members = schema.oneOf ?? schema.anyOf;
  if (members) return members.map((member: Schema) => printSchema(member, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((member: Schema) => printSchema(member, indent)).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') {
    const item = printSchema(schema.items, indent);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type !== 'object' && !schema.properties) {
    return `${schema.type ?? 'unknown'}${schema.format ? ` (${schema.format})` : ''}`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries<Schema>(schema.properties ?? {}).map(([key, value]) => {
    const mark = schema.required?.includes(key) ? '' : '?';
    const remark = value?.description ? `  // ${String(value.description).replaceAll('\n', ' ')}` : '';
    return `${inner}${key}${mark}: ${printSchema(value, inner)}${remark}`;
  });
  const rest = schema.additionalProperties;
  if (rest && typeof rest === 'object') lines.push(`${inner}[key]: ${printSchema(rest, inner)}`);
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}
