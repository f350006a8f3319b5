import type { NamedType } from '../../../model/api-model.js';

/**
 * An input that the author gave as an example, as a whole or of each property that has to be there. Undefined when
 * there is none.
 */
export function findExample(input: NamedType | undefined): unknown {
  const { examples, type } = input ?? {};
  if (examples?.[0] !== undefined) return examples[0];
  if (type?.kind !== 'object') return undefined;
  const shown = type.properties.filter((property) => property.examples || !property.isOptional);
  if (shown.length === 0 || shown.some((property) => !property.examples)) return undefined;
  return Object.fromEntries(shown.map((property) => [property.name, property.examples?.[0]]));
}
