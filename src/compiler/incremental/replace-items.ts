import { SIDES } from '../model/side.js';
import { isSame } from './is-same.js';
import type { KeptBuild, KeptSchema } from './kept-build.js';
import type { KeptList } from './kept-list.js';

/**
 * The items of a kept build, with those of a part that say something else now in their places. Null where any would be called
 * something else, or where what the part shares with other files is another.
 */
export function replaceItems(
  kept: KeptBuild,
  { items: after }: KeptBuild,
  shared: readonly KeptSchema[],
): KeptBuild['items'] | null {
  const { files, components, procedures, schemas, types } = kept.items;
  const isShared = new Set(shared.map(({ component }) => component));
  const own = after.components.all().filter(({ component }) => !isShared.has(component));
  for (const schema of after.components.all()) {
    const old = components.get(schema.component);
    if (!old || !isCalledAlike(old, schema)) return null;
    if (isShared.has(schema.component) && !isPartOf(schema, old)) return null;
  }
  const changed = {
    components: listChanged(
      components,
      own.map((schema) => [schema.component, schema]),
    ),
    schemas: listChanged(schemas, nameEach(after.schemas)),
    types: listChanged(types, nameEach(after.types)),
  };
  if (listNames(shared, 'component').some((name) => changed.schemas.has(name))) return null;
  if (listNames(shared, 'type').some((name) => changed.types.has(name))) return null;
  return {
    files: files.replace(listChanged(files, nameEach(after.files))),
    components: components.replace(changed.components),
    procedures: procedures.replace(listChanged(procedures, nameEach(after.procedures))),
    schemas: schemas.replace(changed.schemas),
    types: types.replace(changed.types),
  };
}

/** What components are called in the description, or in the client. */
function listNames(components: readonly KeptSchema[], place: 'component' | 'type'): readonly string[] {
  return components.flatMap(({ called }) => SIDES.flatMap((side) => called[side]?.[place] ?? []));
}

function nameEach<Item extends object>(list: KeptList<Item>): readonly (readonly [string, Item])[] {
  return list.names.map((name) => [name, list.get(name) as Item]);
}

/** Those that do not say what those in their places say. */
function listChanged<Item extends object>(
  list: KeptList<Item>,
  items: readonly (readonly [string, Item])[],
): ReadonlyMap<string, Item> {
  return new Map(items.filter(([name, item]) => !isSame(list.get(name), item)));
}

/** On the sides that a part knows of. */
function isCalledAlike(old: KeptSchema, { label, isPlain, called }: KeptSchema): boolean {
  return old.label === label && old.isPlain === isPlain && isIn(called, old.called);
}

function isPartOf({ json, type }: KeptSchema, whole: KeptSchema): boolean {
  return isIn(json, whole.json) && isIn(type, whole.type);
}

/** Whether all members of `part` are the same in `whole`. */
function isIn(part: object, whole: object): boolean {
  return Object.entries(part).every(([key, value]) => isSame(value, whole[key as keyof object]));
}
