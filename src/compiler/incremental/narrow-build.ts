import { compareNames } from '../model/compare-names.js';
import { SIDES } from '../model/side.js';
import { listComponents, usesOf } from './choose-part.js';
import { keepModel } from './keep-build.js';
import type { KeptBuild, KeptFile } from './kept-build.js';
import type { KeptList } from './kept-list.js';
import { joinUses } from './list-uses.js';

/** A kept build as if there were these of its files alone, with what their procedures lead to. */
export function narrowBuild(kept: KeptBuild, files: readonly KeptFile[]): KeptBuild {
  const { items, frame } = kept;
  const all = usesOf(files);
  const used = joinUses(all);
  const procedures = pick(
    items.procedures,
    files.flatMap((file) => Object.keys(file.uses)),
  );
  const components = pick(items.components, listComponents(all));
  const ownTypes = procedures.flatMap(({ input, success }) =>
    [input?.type, success.payload].flatMap((type) => (type?.kind === 'reference' ? type.name : [])),
  );
  const namesOf = (form: 'json' | 'type') =>
    components.flatMap(({ component, called }) =>
      SIDES.flatMap((side) =>
        used[side][form].has(component) ? (called[side]?.[form === 'json' ? 'component' : form] ?? []) : [],
      ),
    );
  const schemas = pick(items.schemas, namesOf('json'));
  const types = pick(items.types, [...ownTypes, ...namesOf('type')]);
  const model = { ...frame, procedures, schemas, types };
  return { ...kept, ...keepModel(model, { files, components }) };
}

/** Those that are there, sorted by name, each once. */
function pick<Item extends object>(list: KeptList<Item>, names: Iterable<string>): readonly Item[] {
  return [...new Set(names)].sort(compareNames).flatMap((name) => list.get(name) ?? []);
}
