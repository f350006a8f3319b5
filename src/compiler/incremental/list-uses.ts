import { compareNames } from '../model/compare-names.js';
import type { DraftApi } from '../model/draft-api.js';
import { listReferences } from '../model/json-schema.js';
import type { ProcedureDraft } from '../model/procedure-draft.js';
import type { BookedSchema } from '../model/schema-book.js';
import type { ComponentSchema } from '../model/settle-names.js';
import { SIDES, type Side } from '../model/side.js';
import { walkShape } from '../model/walk-shape.js';
import type { SchemaUses } from './kept-build.js';

/** The named schemas that each procedure leads to, by its name. */
export function listUses({ drafts, book, names }: DraftApi): ReadonlyMap<string, SchemaUses> {
  const components = new Map(
    book.entries.map(({ workingName, schema }) => [workingName, names.componentOf(schema)]),
  );
  const usesOn = (side: Side, schemas: readonly (BookedSchema | undefined)[]) => {
    const types = new Set<string>();
    const json = new Set<string>();
    for (const booked of schemas) {
      if (!booked) continue;
      const resolve = (schema: Parameters<typeof names.componentOf>[0]) => {
        types.add(names.componentOf(schema));
        return book.shapeOf(schema, side);
      };
      walkShape(booked.shape, resolve, () => {});
      const reached = new Set(listReferences(booked.json));
      for (const name of reached) {
        json.add(components.get(name) ?? name);
        for (const target of listReferences(book.definitions[side].get(name) ?? {})) reached.add(target);
      }
    }
    return { json: [...json].sort(compareNames), type: [...types].sort(compareNames) };
  };
  const usesOf = ({ input, output, headers }: ProcedureDraft): SchemaUses => ({
    input: usesOn('input', [input]),
    output: usesOn('output', [output, headers]),
  });
  return new Map(drafts.map((draft) => [draft.name, usesOf(draft)]));
}

/** Everything that is used, each once. */
export function joinUses(all: Iterable<SchemaUses>): Record<Side, Record<'json' | 'type', Set<string>>> {
  const joined = {
    input: { json: new Set<string>(), type: new Set<string>() },
    output: { json: new Set<string>(), type: new Set<string>() },
  };
  for (const uses of all) {
    for (const side of SIDES) {
      for (const name of uses[side].json) joined[side].json.add(name);
      for (const name of uses[side].type) joined[side].type.add(name);
    }
  }
  return joined;
}

/** Whether the schemas have just those sides that procedures lead to: then it is known which are left without one of them. */
export function isAccountedFor(schemas: readonly ComponentSchema[], all: Iterable<SchemaUses>): boolean {
  const used = joinUses(all);
  return SIDES.every((side) =>
    (['json', 'type'] as const).every(
      (form) =>
        schemas.filter((schema) => schema[form][side] !== undefined).length === used[side][form].size &&
        schemas.every(
          (schema) => (schema[form][side] !== undefined) === used[side][form].has(schema.component),
        ),
    ),
  );
}
