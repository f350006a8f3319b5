import type { Schema } from './description.js';
import type { Exploration } from './parts.js';

/** The schema's text, and under it the schemas that it names, each once. */
export function printSchemas({ parts, description }: Exploration, schema: Schema): string {
  const schemas = description.components?.schemas ?? {};
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { $ref } = part as { $ref?: unknown };
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) as string) : undefined;
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(schemas[name]);
    }
    Object.values(part).forEach(visit);
  };
  visit(schema);
  const named = [...names].map((name) => `${name} = ${parts.printSchema(schemas[name])}`);
  return [parts.printSchema(schema), ...named].join('\n\n');
}
