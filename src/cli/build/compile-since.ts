import type { BegunCompile } from '../../compiler/begin-compile.js';
import type { Compilation, CompileOptions } from '../../compiler/compile.js';
import type { Host } from '../../compiler/host.js';
import type { BegunPart } from '../../compiler/incremental/begin-part.js';
import { type ChangedOptions, compileChanges } from '../../compiler/incremental/compile-changes.js';
import { keepBuild } from '../../compiler/incremental/keep-build.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import { relativeTo } from '../../compiler/relative-path.js';
import type { Hashes } from '../build-cache/build-record.js';
import type { KeptState } from '../build-cache/kept-builds.js';

/** A build whose decisions were kept, and the sources that have another text since. */
export interface BuildBefore extends KeptState, Pick<ChangedOptions, 'findPrinted'> {
  readonly changed: ReadonlySet<string>;
  /** What all sources were then, by path relative to the project. */
  readonly files: Hashes;
  /** The changed ones, where it was begun with them beforehand. */
  readonly begunPart?: BegunPart | undefined;
}

/** What a compilation goes on from. */
export interface Origin {
  readonly before: BuildBefore | null;
  /** The whole, where it was begun with already. */
  readonly begunCompile?: BegunCompile | undefined;
}

export interface CompiledSince {
  readonly compilation: Compilation;
  /** What was taken in of changes only; null where the whole project was looked at. */
  readonly changed: ReadonlySet<string> | null;
  /** What the next build may take over. Asked again, it is not decided again. */
  keep(): Promise<KeptBuild | null>;
}

/** Compiles what has changed since a build before; everything where that does not do, or where there was none. */
export async function compileSince(
  host: Host,
  options: CompileOptions,
  { before, begunCompile }: Origin,
): Promise<CompiledSince> {
  const merged = before && (await compileChanges(host, { ...options, ...before }));
  if (merged) {
    const { compilation, kept } = merged;
    return { compilation, changed: before.changed, keep: async () => kept };
  }
  const { compile } = await import('../../compiler/compile.js');
  const compilation = await compile(host, options, begunCompile);
  const { grounds } = compilation;
  let kept: Promise<KeptBuild | null> | undefined;
  const keep = async () => {
    kept ??= grounds ? keepBuild(host, options.root, grounds) : undefined;
    return kept ?? null;
  };
  return { compilation, changed: null, keep };
}

/** Whether a build that took over a part met another state of it: somebody has changed a file in the meantime. */
export function isTorn(
  root: string,
  read: ReadonlyMap<string, string | null>,
  { changed, files }: BuildBefore,
): boolean {
  return [...read].some(([path, hash]) => {
    const name = relativeTo(root, path);
    return !changed.has(name) && Object.hasOwn(files, name) && files[name] !== hash;
  });
}
