import type { NamedSchema } from '../model/api-model.js';
import { compareNames } from '../model/compare-names.js';
import type { ComponentSchema, SettledNames } from '../model/settle-names.js';
import { SIDES } from '../model/side.js';
import type { KeptBuild, SchemaUses } from './kept-build.js';
import { joinUses } from './list-uses.js';

const FORMS = ['json', 'type'] as const;

/** The schemas on those sides only that are used; one that is used on all of its sides is the object it was. */
export function pickSides<Schema extends ComponentSchema>(
  schemas: readonly Schema[],
  uses: readonly SchemaUses[],
): readonly (Schema | ComponentSchema)[] {
  const used = joinUses(uses);
  return schemas.flatMap((schema): readonly (Schema | ComponentSchema)[] => {
    const { component, label, isPlain } = schema;
    const isUsed = FORMS.flatMap((form) =>
      SIDES.filter((side) => schema[form][side]).map((side) => used[side][form].has(component)),
    );
    if (isUsed.every(Boolean)) return [schema];
    if (!isUsed.some(Boolean)) return [];
    const sidesOf = <Form extends (typeof FORMS)[number]>(form: Form) =>
      Object.fromEntries(
        SIDES.filter((side) => used[side][form].has(component)).map((side) => [side, schema[form][side]]),
      ) as ComponentSchema[Form];
    return [{ component, label, isPlain, json: sidesOf('json'), type: sidesOf('type') }];
  });
}

/** All of both, sorted by component. Null when two of one name differ. */
export function mergeSchemas(
  kept: readonly ComponentSchema[],
  fresh: readonly ComponentSchema[],
): readonly ComponentSchema[] | null {
  const merged = new Map(kept.map((schema) => [schema.component, schema]));
  for (const schema of fresh) {
    const before = merged.get(schema.component);
    if (before && !isConsistent(before, schema)) return null;
    if (before && FORMS.every((form) => SIDES.every((side) => !schema[form][side] || before[form][side])))
      continue;
    const { component, label, isPlain } = schema;
    const json = { ...schema.json, ...before?.json };
    merged.set(component, { component, label, isPlain, json, type: { ...schema.type, ...before?.type } });
  }
  return [...merged.values()].sort((left, right) => compareNames(left.component, right.component));
}

function isConsistent(left: ComponentSchema, right: ComponentSchema): boolean {
  return (
    left.label === right.label &&
    FORMS.every((form) =>
      SIDES.every((side) => {
        const [one, other] = [left[form][side], right[form][side]];
        return one === undefined || other === undefined || JSON.stringify(one) === JSON.stringify(other);
      }),
    )
  );
}

/** The description's schemas by name. One that was made of what was kept is the object it was. */
export function settleSchemas(names: SettledNames, kept: KeptBuild): ReadonlyMap<string, NamedSchema> {
  const { components, schemas } = kept.items;
  const known = new Map<string, NamedSchema>();
  for (const { component, json } of names.schemas) {
    for (const side of ['output', 'input'] as const) {
      const schema = json[side];
      const name = names.componentName(component, side);
      if (!schema || known.has(name)) continue;
      const same = schema === components.get(component)?.json[side] ? schemas.get(name) : undefined;
      known.set(name, same ?? { name, schema: names.settle(schema, side) });
    }
  }
  return known;
}
