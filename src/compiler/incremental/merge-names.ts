import { type ClaimedNames, claimNames } from '../model/claim-names.js';
import { compareNames } from '../model/compare-names.js';
import type { ComparedDraft } from '../model/procedure-draft.js';
import { type ComponentSchema, type SettledNames, SIDES } from '../model/settle-names.js';
import { usesOf } from './choose-part.js';
import type { DraftedPart } from './draft-part.js';
import type { KeptBuild, SchemaUses } from './kept-build.js';
import { joinUses } from './list-uses.js';
import { areSidesAlike, nameSides } from './name-sides.js';

/** What everything is called, now that some files have changed. */
export interface MergedNames {
  readonly names: SettledNames;
  readonly claimed: ClaimedNames;
}

/**
 * Settles names among what was kept of unchanged files and what the changed ones bring. Null where one name would stand
 * for two things, or where anything that was kept would get another name.
 */
export function mergeNames(
  { api, unchanged, fresh }: DraftedPart,
  kept: KeptBuild,
  drafts: readonly ComparedDraft[],
): MergedNames | null {
  const keptUses = usesOf(unchanged);
  const schemas = mergeSchemas(
    pickSides(kept.schemas, keptUses),
    pickSides(api.names.schemas, usesOf(fresh)),
  );
  if (!schemas || !areSidesAlike(schemas)) return null;
  const names = api.names.among(schemas);
  const claimed = claimNames(drafts, names);
  const isSame =
    keepsSchemas(keptUses, kept, { names, claimed }) && keepsProcedures(unchanged, kept, claimed);
  return isSame ? { names, claimed } : null;
}

/** The schemas on those sides only that are used. */
function pickSides(schemas: readonly ComponentSchema[], uses: readonly SchemaUses[]): ComponentSchema[] {
  const used = joinUses(uses);
  const pick = <Form extends 'json' | 'type'>(schema: ComponentSchema, form: Form): ComponentSchema[Form] =>
    Object.fromEntries(
      SIDES.filter((side) => used[side][form].has(schema.component)).map((side) => [
        side,
        schema[form][side],
      ]),
    ) as ComponentSchema[Form];
  return schemas
    .map(({ component, label, isPlain, ...schema }) => ({
      component,
      label,
      isPlain,
      json: pick({ component, label, isPlain, ...schema }, 'json'),
      type: pick({ component, label, isPlain, ...schema }, 'type'),
    }))
    .filter(({ json, type }) => Object.keys(json).length + Object.keys(type).length > 0);
}

/** Null when two of one name differ. */
function mergeSchemas(
  kept: readonly ComponentSchema[],
  fresh: readonly ComponentSchema[],
): readonly ComponentSchema[] | null {
  const merged = new Map(kept.map((schema) => [schema.component, schema]));
  for (const schema of fresh) {
    const before = merged.get(schema.component);
    if (before && !isConsistent(before, schema)) return null;
    const both = before && {
      json: { ...schema.json, ...before.json },
      type: { ...schema.type, ...before.type },
    };
    merged.set(schema.component, { ...schema, ...both });
  }
  return [...merged.values()].sort((left, right) => compareNames(left.component, right.component));
}

function isConsistent(left: ComponentSchema, right: ComponentSchema): boolean {
  const isSame = (form: 'json' | 'type') =>
    SIDES.every((side) => {
      const [one, other] = [left[form][side], right[form][side]];
      return one === undefined || other === undefined || JSON.stringify(one) === JSON.stringify(other);
    });
  return left.label === right.label && isSame('json') && isSame('type');
}

function keepsSchemas(
  uses: readonly SchemaUses[],
  kept: KeptBuild,
  { names, claimed }: MergedNames,
): boolean {
  const used = joinUses(uses);
  const known = new Map(names.schemas.map((schema) => [schema.component, schema]));
  return kept.schemas.every((schema) => {
    const now = known.get(schema.component);
    const called = now && nameSides(now, names, claimed);
    return SIDES.every((side) => {
      if (!used[side].json.has(schema.component) && !used[side].type.has(schema.component)) return true;
      const [before, after] = [schema.called[side], called?.[side]];
      return before?.component === after?.component && before?.type === after?.type;
    });
  });
}

function keepsProcedures(
  unchanged: DraftedPart['unchanged'],
  { model }: KeptBuild,
  claimed: ClaimedNames,
): boolean {
  const names = new Set(unchanged.flatMap(({ uses }) => Object.keys(uses)));
  return model.procedures.every((procedure) => {
    const { name, identifier, resultType, input, success } = procedure;
    if (!names.has(name)) return true;
    const { payload } = success;
    return (
      identifier === claimed.operation(procedure) &&
      resultType === claimed.resultType(procedure) &&
      (input?.type.kind !== 'reference' || input.type.name === claimed.inputType(procedure)) &&
      (payload.kind !== 'reference' || payload.name === claimed.payloadType(procedure))
    );
  });
}
