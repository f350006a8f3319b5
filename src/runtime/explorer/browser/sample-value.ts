import type { NamedSchemas, Schema } from './description.js';

/** A value to start typing from. */
export function sampleValue(schema: Schema, schemas: NamedSchemas, depth = 0): unknown {
  if (!schema || typeof schema !== 'object' || depth > 6) return null;
  const sample = (part: Schema) => sampleValue(part, schemas, depth + 1);
  if (schema.$ref) return sample(schemas[String(schema.$ref).split('/').at(-1) as string]);
  if ('default' in schema) return schema.default;
  if (schema.examples?.length) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const member = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (member) return sample(member);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sample));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'string') return schema.format === 'date-time' ? new Date().toISOString() : '';
  if (type !== 'object' && !schema.properties) return null;
  const required: string[] = schema.required ?? [];
  return Object.fromEntries(required.map((key) => [key, sample(schema.properties?.[key])]));
}
