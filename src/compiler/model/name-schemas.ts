import { compareNames } from '../compare-names.js';
import type { SchemaKey } from '../schema/shape.js';
import type { SchemaRegistry } from './schema-registry.js';

/** What a schema is called in the generated files. */
export interface SchemaName {
  /** The component in the description; no two differ in nothing but this. */
  readonly component: string;
  /** What the client's type is called after: the id as its author wrote it. */
  readonly label: string;
}

/**
 * Names every component; those with one id have one name. An id that can stand as it is keeps itself, whatever
 * else there is; then come ids that have to be spelled otherwise, then the schemas without an id that contain
 * themselves, called after the first procedure that uses them.
 */
export function nameSchemas({ entries }: SchemaRegistry): ReadonlyMap<SchemaKey, SchemaName> {
  const names = new Map<SchemaKey, SchemaName>();
  const taken = new Set<string>();
  const claim = (wish: string, separator: string): string => {
    let component = wish;
    for (let count = 2; taken.has(component); count++) component = `${wish}${separator}${count}`;
    taken.add(component);
    return component;
  };
  const byId = groupById(entries);
  const ids = [...byId.keys()].sort(
    (left, right) => Number(!isPlain(left)) - Number(!isPlain(right)) || compareNames(left, right),
  );
  for (const id of ids) {
    const name = { component: claim(spellId(id), '_'), label: id };
    for (const key of byId.get(id) ?? []) names.set(key, name);
  }
  for (const { key, owner } of entries) {
    if (names.has(key)) continue;
    const component = claim(`${owner}Node`, '');
    names.set(key, { component, label: component });
  }
  return names;
}

function groupById(entries: SchemaRegistry['entries']): ReadonlyMap<string, readonly SchemaKey[]> {
  const groups = new Map<string, SchemaKey[]>();
  for (const { key, id } of entries) {
    if (id) groups.set(id, [...(groups.get(id) ?? []), key]);
  }
  return groups;
}

/** OpenAPI 3.1 limits the names of components to these characters. */
const FOREIGN = /[^A-Za-z0-9._-]/gu;

function isPlain(id: string): boolean {
  return id.search(FOREIGN) === -1;
}

/** An id in the characters of a component: Latin letters without their accents, others by number, the rest as `_`. */
function spellId(id: string): string {
  const plain = id
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return plain.replace(FOREIGN, (character) =>
    /(?!\p{Script=Latin})[\p{L}\p{N}]/u.test(character) ? `u${character.codePointAt(0)?.toString(16)}` : '_',
  );
}
