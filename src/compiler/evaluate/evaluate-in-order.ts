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
 * Evaluates modules with `work`, on demand, such that each name has the value that it has in Node's order: that of a server,
 * which imports `entries` (absolute, with `/`) one after the other. `knownImports` has what modules import that may not be
 * evaluated here. That a value depends on the order shows while modules are evaluated: `work` then begins again.
 */
export async function evaluateInOrder<Result>(
  { host, sources, progress }: EvaluationContext,
  entries: readonly string[],
  work: (modules: LazyModules) => Promise<Result>,
  knownImports: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Result> {
  const order = new EvaluationOrder();
  for (const [path, imports] of knownImports) order.addModule(path, () => imports);
  for (let keepsAll = false; ; ) {
    const { importUrl } = host;
    const modules = new LazyModules({ sources, importUrl, order, keepsAll, onEvaluate: progress.evaluate });
    const result = await work(modules);
    if (!order.learn(entries) && !modules.hasReopened) return result;
    keepsAll ||= modules.hasReopened;
  }
}
