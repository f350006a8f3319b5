import { type Compilation, type CompileOptions, compile } from '../../compiler/compile.js';
import type { Host } from '../../compiler/host.js';
import { compileChanges } from '../../compiler/incremental/compile-changes.js';
import { keepBuild } from '../../compiler/incremental/keep-build.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';

/** A build whose decisions were kept, and the sources that have another text since. */
export interface BuildBefore {
  readonly kept: KeptBuild;
  readonly changed: ReadonlySet<string>;
}

export interface CompiledSince {
  readonly compilation: Compilation;
  /** What was taken in of changes only; null where the whole project was looked at. */
  readonly changed: ReadonlySet<string> | null;
  /** What the next build may take over. */
  keep(): Promise<KeptBuild | null>;
}

/** Compiles what has changed since a build before; everything where that does not do, or where there was none. */
export async function compileSince(
  host: Host,
  options: CompileOptions,
  before: BuildBefore | null,
): Promise<CompiledSince> {
  const merged = before && (await compileChanges(host, { ...options, ...before }).catch(() => null));
  if (merged) {
    const { compilation, kept } = merged;
    return { compilation, changed: before.changed, keep: async () => kept };
  }
  const compilation = await compile(host, options);
  const { grounds } = compilation;
  const keep = async () => grounds && keepBuild(host, options.root, grounds);
  return { compilation, changed: null, keep };
}
