import type { KeptBuild, KeptFile, SchemaUses } from './kept-build.js';
import { joinUses } from './list-uses.js';

/** Procedure files by what becomes of them. */
export interface FilePart {
  /** Those that changes lead to, as they were. */
  readonly changed: readonly KeptFile[];
  readonly unchanged: readonly KeptFile[];
  /** Of the unchanged ones those that are looked at once more, beside the changed ones. */
  readonly beside: readonly KeptFile[];
}

/** The part of a project that has to be looked at when the files in `paths` have another text. */
export function choosePart(kept: KeptBuild, paths: ReadonlySet<string>): FilePart {
  const isChanged = ({ modules }: KeptFile) => modules.some((path) => paths.has(path));
  const changed = kept.files.filter(isChanged);
  const part = { changed, unchanged: kept.files.filter((file) => !isChanged(file)), beside: [] };
  return widenPart(part, usesOf(changed)) ?? part;
}

/**
 * The part with the first user of each named schema in `uses` that unchanged files use as well: beside it, it is seen
 * whether what has one name still is one schema. Null where all of them are in the part.
 */
export function widenPart(part: FilePart, uses: readonly SchemaUses[]): FilePart | null {
  const wanted = listComponents(uses);
  const beside = new Set(part.beside);
  const known = listComponents(usesOf(part.beside));
  for (const file of part.unchanged) {
    for (const component of listComponents(Object.values(file.uses))) {
      if (!wanted.has(component) || known.has(component)) continue;
      known.add(component);
      beside.add(file);
    }
  }
  return beside.size > part.beside.length ? { ...part, beside: [...beside] } : null;
}

export function listComponents(uses: Iterable<SchemaUses>): Set<string> {
  const { input, output } = joinUses(uses);
  return new Set([...input.json, ...input.type, ...output.json, ...output.type]);
}

/** How the procedures of files use schemas. */
export function usesOf(files: readonly KeptFile[]): readonly SchemaUses[] {
  return files.flatMap(({ uses }) => Object.values(uses));
}
