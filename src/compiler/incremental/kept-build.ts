import type { ProjectConfig } from '../load/project-config.js';
import type { ApiModel, NamedSchema, NamedType, ProcedureModel } from '../model/api-model.js';
import type { ComponentSchema } from '../model/settle-names.js';
import type { Side } from '../model/side.js';
import { remember } from '../remember.js';
import type { Deferrals } from '../write/defer-procedures.js';
import type { KeptList } from './kept-list.js';

/**
 * What a compilation without faults decided, as plain data, told apart by procedure file: what the next one takes over of
 * files that nothing has happened to. Paths are relative to the project where they lie inside, whole where they do not.
 */
export interface KeptBuild {
  /** Without emitters. */
  readonly config: ProjectConfig;
  readonly importExtension: '.js' | '.ts';
  /** As `Compilation` has them. */
  readonly inputs: readonly string[];
  /** What decides of every procedure: the configuration and what it imports, catalogs, templates, the tsconfig. */
  readonly surroundings: readonly string[];
  readonly deferrals: Deferrals;
  /** Of the model what is no list of many items. */
  readonly frame: Omit<ApiModel, 'procedures' | 'schemas' | 'types'>;
  /** The components whose names depend on what else there is. */
  readonly odd: readonly string[];
  readonly items: KeptItems;
}

/** That of which there is as much as there are procedures. */
export interface KeptItems {
  /** Every procedure file, also one that exposes nothing, in the order of discovery. */
  readonly files: KeptList<KeptFile>;
  /** By component, and sorted so. */
  readonly components: KeptList<KeptSchema>;
  /** The model's. */
  readonly procedures: KeptList<ProcedureModel>;
  readonly schemas: KeptList<NamedSchema>;
  readonly types: KeptList<NamedType>;
}

export const modelOf = remember(
  ({ frame, items }: Pick<KeptBuild, 'frame' | 'items'>): ApiModel => ({
    ...frame,
    procedures: items.procedures.all(),
    schemas: items.schemas.all(),
    types: items.types.all(),
  }),
);

export interface KeptFile {
  readonly file: string;
  readonly namePath: readonly string[];
  /** The project's own modules that decide of it, itself included. */
  readonly modules: readonly string[];
  /** The exposed procedures by name, each with the named schemas that it leads to. */
  readonly uses: { readonly [procedure: string]: SchemaUses };
}

/** The components that a procedure leads to on each side: as JSON Schema, and as types of the client. */
export type SchemaUses = Readonly<
  Record<Side, { readonly json: readonly string[]; readonly type: readonly string[] }>
>;

/** A named schema, and what it is finally called on the sides it is used on. */
export interface KeptSchema extends ComponentSchema {
  readonly called: SchemaNames;
}

export type SchemaNames = Readonly<
  Partial<Record<Side, { readonly component: string; readonly type: string }>>
>;
