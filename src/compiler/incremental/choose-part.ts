import type { KeptBuild, KeptFile, SchemaUses } from './kept-build.js';

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
  const files = kept.items.files.all();
  const changed = files.filter(({ modules }) => modules.some((path) => paths.has(path)));
  const isChanged = new Set(changed);
  const part = { changed, unchanged: files.filter((file) => !isChanged.has(file)), beside: [] };
  return widenPart(part, usesOf(changed)) ?? part;
}

/**
 * The part with the first user of each named schema in `uses` that unchanged files use as well: beside it, it is seen
 * whether what has one name still is one schema. Null where all of them are in the part.
 */
export function widenPart(part: FilePart, uses: readonly SchemaUses[]): FilePart | null {
  const wanted = listComponents(uses);
  for (const component of listComponents(usesOf(part.beside))) wanted.delete(component);
  const beside = [...part.beside];
  for (const file of part.unchanged) {
    if (wanted.size === 0) break;
    const found = usesOf([file])
      .flatMap(listNames)
      .filter((component) => wanted.delete(component));
    if (found.length > 0) beside.push(file);
  }
  return beside.length > part.beside.length ? { ...part, beside } : null;
}

export function listComponents(uses: readonly SchemaUses[]): Set<string> {
  return new Set(uses.flatMap(listNames));
}

function listNames({ input, output }: SchemaUses): readonly string[] {
  return [...input.json, ...input.type, ...output.json, ...output.type];
}

/** How the procedures of files use schemas. */
export function usesOf(files: readonly KeptFile[]): readonly SchemaUses[] {
  return files.flatMap(({ uses }) => Object.values(uses));
}
