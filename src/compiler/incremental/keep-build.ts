import type { ApiModel } from '../../model/api-model.js';
import type { Host } from '../host.js';
import type { ProjectConfig } from '../load/project-config.js';
import { claimNames } from '../model/claim-names.js';
import type { DraftApi } from '../model/draft-api.js';
import { keepsToItself } from '../read/keeps-to-itself.js';
import type { ReadFile } from '../read/read-files.js';
import { absolute, relativeTo } from '../read/source-cache.js';
import { listDeferrals } from '../write/defer-procedures.js';
import type { KeptBuild, KeptFile, KeptSchema, SchemaUses } from './kept-build.js';
import { KeptList } from './kept-list.js';
import { isAccountedFor, listUses } from './list-uses.js';
import { areSidesAlike, nameSides } from './name-sides.js';

/** What a compilation of a whole project without faults was decided from. */
export interface BuildGrounds {
  readonly config: ProjectConfig;
  readonly importExtension: '.js' | '.ts';
  readonly model: ApiModel;
  readonly api: DraftApi;
  readonly read: readonly ReadFile[];
  /** The bundled modules by procedure file; all paths absolute. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
  /** What decides of every procedure. */
  readonly surroundings: readonly string[];
  /** As `Compilation` has them. */
  readonly inputs: readonly string[];
}

/**
 * Keeps what was decided; null where files of the project decide of one another in more ways than a later compilation
 * could see: then that has to be whole.
 */
export async function keepBuild(host: Host, root: string, grounds: BuildGrounds): Promise<KeptBuild | null> {
  const { config, importExtension, model, api, inputs } = grounds;
  if (config.emitters.length > 0) return null;
  const uses = listUses(api);
  const { schemas } = api.names;
  if (!isAccountedFor(schemas, uses.values()) || !areSidesAlike(schemas)) return null;
  const files = keepFiles(grounds.read, uses, { root, ...grounds });
  if (!(await areSeparate(files, { host, root }))) return null;
  const claimed = claimNames(api.drafts, api.names);
  return {
    config,
    importExtension,
    inputs,
    surroundings: grounds.surroundings.map((path) => relativeTo(root, path)),
    deferrals: listDeferrals(model, config),
    ...keepModel(model, {
      files,
      components: schemas.map((schema) => ({
        component: schema.component,
        label: schema.label,
        isPlain: schema.isPlain,
        json: schema.json,
        type: schema.type,
        called: nameSides(schema, api.names, claimed),
      })),
    }),
  };
}

/** A model, and what was decided beside it, as it is kept. */
export function keepModel(
  { procedures, schemas, types, ...frame }: ApiModel,
  { files, components }: { readonly files: readonly KeptFile[]; readonly components: readonly KeptSchema[] },
): Pick<KeptBuild, 'frame' | 'odd' | 'items'> {
  const nameOf = ({ name }: { readonly name: string }) => name;
  return {
    frame,
    odd: components.filter(({ isPlain }) => !isPlain).map(({ component }) => component),
    items: {
      files: KeptList.of(files, ({ file }) => file),
      components: KeptList.of(components, ({ component }) => component),
      procedures: KeptList.of(procedures, nameOf),
      schemas: KeptList.of(schemas, nameOf),
      types: KeptList.of(types, nameOf),
    },
  };
}

/** What each procedure file is made of, and its procedures' uses of schemas. */
export function keepFiles(
  read: readonly ReadFile[],
  uses: ReadonlyMap<string, SchemaUses>,
  { root, modules, api }: { readonly root: string } & Pick<BuildGrounds, 'modules' | 'api'>,
): readonly KeptFile[] {
  const used = new Map<string, [string, SchemaUses][]>();
  for (const { name, loaded } of api.drafts) {
    const own = used.get(loaded.file.path) ?? [];
    used.set(loaded.file.path, [...own, [name, uses.get(name) as SchemaUses]]);
  }
  return read.map(({ path, file, namePath, imports }) => ({
    file,
    namePath,
    modules: [...new Set([path, ...imports, ...(modules.get(path) ?? [])])].map((each) =>
      relativeTo(root, each),
    ),
    uses: Object.fromEntries(used.get(path) ?? []),
  }));
}

/** Whether no module of the files could change what another one made. */
export async function areSeparate(
  files: readonly KeptFile[],
  { host, root }: { readonly host: Host; readonly root: string },
): Promise<boolean> {
  for (const path of new Set(files.flatMap(({ modules }) => modules))) {
    if (!keepsToItself((await host.readFile(absolute(root, path))) ?? '')) return false;
  }
  return true;
}
