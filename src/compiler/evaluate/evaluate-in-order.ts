import type { Host } from '../host.js';
import type { SourceModules } from '../parse/source-modules.js';
import type { BuildProgress } from '../progress.js';
import { EvaluationOrder } from './evaluation-order.js';
import { LazyModules } from './lazy-modules.js';

export interface EvaluationContext {
  readonly host: Host;
  readonly root: string;
  readonly sources: SourceModules;
  readonly progress: BuildProgress;
}

/**
 * Evaluates modules on demand with `work`, so that each name has the value that it has in Node's order on a server,
 * which imports `entries` (absolute, with `/`) one after the other. `knownImports` has the imports of modules that may
 * not be evaluated here. Only evaluation shows that a value depends on the order; `work` then runs again.
 */
export async function evaluateInOrder<Result>(
  { host, sources, progress }: EvaluationContext,
  entries: readonly string[],
  evaluate: (modules: LazyModules) => Promise<Result>,
  knownImports: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Result> {
  const order = new EvaluationOrder();
  for (const [path, imports] of knownImports) order.addModule(path, () => imports);
  for (let keepsModules = false; ; ) {
    const { importUrl } = host;
    const modules = new LazyModules({
      sources,
      importUrl,
      order,
      keepsModules,
      onEvaluate: progress.evaluate,
    });
    const result = await evaluate(modules);
    if (!order.refine(entries) && !modules.hasReopened) return result;
    keepsModules ||= modules.hasReopened;
  }
}
