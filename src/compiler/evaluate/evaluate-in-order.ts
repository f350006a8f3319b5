import { EarlyUses, keyOf } from './early-uses.js';
import type { EvaluationContext } from './evaluation-context.js';
import { LazyModules } from './lazy-modules.js';
import { StatementOrder } from './statement-order.js';
import { transformModule } from './transform-module.js';

export interface EvaluationOrder {
  /** The modules that a server imports, in its order: absolute, with `/`. */
  readonly entries: readonly string[];
  /** What modules import that may not be evaluated here, by path. */
  readonly knownImports?: ReadonlyMap<string, readonly string[]>;
}

/**
 * Evaluates modules with `work`, on demand, such that each name has the value that it has in Node's order. That a value depends
 * on the order shows while modules are evaluated: `work` then begins again, with what was learnt.
 */
export async function evaluateInOrder<Result>(
  { host, sources, progress }: EvaluationContext,
  { entries, knownImports = new Map() }: EvaluationOrder,
  work: (modules: LazyModules) => Promise<Result>,
): Promise<Result> {
  const statementOrder = new StatementOrder();
  const unmet = new Set<string>();
  for (let keepsAll = false; ; ) {
    const { size } = statementOrder;
    const earlyUses = new EarlyUses();
    for (const [path, imports] of knownImports) earlyUses.addModule(path, () => imports);
    const modules = new LazyModules({
      sources,
      importUrl: host.importUrl,
      transform: transformModule,
      onEvaluate: progress.evaluate,
      earlyUses,
      statementOrder,
      unmet,
      keepsAll,
    });
    const result = await work(modules);
    const early = earlyUses.list(entries).map(keyOf);
    const learnt = early.filter((use) => !unmet.has(use));
    if (learnt.length === 0 && statementOrder.size === size && !modules.hasReopened) return result;
    for (const use of learnt) unmet.add(use);
    keepsAll ||= modules.hasReopened;
  }
}
