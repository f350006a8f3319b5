import type { SourceLocation } from '../source-location.js';

/** Where what a builder was told stands, as far as the text of the file tells. */
export interface ChainLocations {
  /** The builder's calls by name, each where its name stands. */
  readonly calls: ReadonlyMap<string, SourceLocation>;
  /** The metadata's values by dotted path, such as `openapi.tags.0`, each where the value stands. */
  readonly metadata: ReadonlyMap<string, SourceLocation>;
  /** Keys of the schemas by the way to them, such as `input.items.[].name` or `headers.X-Total`. */
  readonly schemaKeys: ReadonlyMap<string, SourceLocation>;
}

export const NO_LOCATIONS: ChainLocations = { calls: new Map(), metadata: new Map(), schemaKeys: new Map() };

/** The name under which the location of a key, not of its value, is noted. */
export function keyOf(path: string): string {
  return `${path}@key`;
}
