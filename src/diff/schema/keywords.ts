/** Keywords that accept every value (JSON Schema 2020-12, section 9; OpenAPI 3.1, 4.8.24). */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'default',
  'definitions',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
]);

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

/** Annotations that are only documentation. */
export const WORDS = [
  'title',
  'description',
  'example',
  'examples',
  'externalDocs',
  '$comment',
  'xml',
] as const;
