import { type ClaimedNames, claimNames } from '../model/claim-names.js';
import type { ComparedDraft } from '../model/procedure-draft.js';
import type { ComponentSchema, SettledNames } from '../model/settle-names.js';
import { SIDES } from '../model/side.js';
import { usesOf } from './choose-part.js';
import type { DraftedPart } from './draft-part.js';
import type { KeptBuild, KeptSchema, SchemaUses } from './kept-build.js';
import { joinUses } from './list-uses.js';
import { mergeSchemas, pickSides } from './merge-schemas.js';
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
    pickSides(kept.items.components.all(), keptUses),
    pickSides(api.names.schemas, usesOf(fresh)),
  );
  if (!schemas || !areSidesAlike(schemas)) return null;
  const names = api.names.among(schemas);
  const claimed = claimNames(drafts, names);
  const isSame =
    keepsSchemas(keptUses, kept, { names, claimed }) && keepsProcedures(unchanged, kept, claimed);
  return isSame ? { names, claimed } : null;
}

function keepsSchemas(
  uses: readonly SchemaUses[],
  kept: KeptBuild,
  { names, claimed }: MergedNames,
): boolean {
  const used = joinUses(uses);
  const known = new Map(names.schemas.map((schema) => [schema.component, schema]));
  return kept.items.components.all().every((schema) => {
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
  { items }: KeptBuild,
  claimed: ClaimedNames,
): boolean {
  const names = new Set(unchanged.flatMap(({ uses }) => Object.keys(uses)));
  return items.procedures.all().every((procedure) => {
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

/** All named schemas, with what they are called from now on. */
export function keepSchemas({ names, claimed }: MergedNames): readonly KeptSchema[] {
  return names.schemas.map((schema) =>
    isKept(schema) ? schema : { ...schema, called: nameSides(schema, names, claimed) },
  );
}

/** One that is the object it was is called what it was. */
function isKept(schema: ComponentSchema): schema is KeptSchema {
  return 'called' in schema;
}
