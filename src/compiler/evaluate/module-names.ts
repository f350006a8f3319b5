import type { Node } from 'oxc-parser';
import type { OwnDeclaration } from '../parse/module-syntax.js';
import type { Binding, EffectPart, Module } from './evaluated-module.js';
import type { Evaluation } from './evaluation.js';
import type { EvaluationOrder } from './evaluation-order.js';
import { Pending } from './pending.js';
import type { Namespace } from './plain-modules.js';

/** What a name is imported from. */
export interface ImportReference {
  readonly from: string;
  readonly name: string;
  readonly node: Node;
}

export interface Imports {
  read(module: Module, reference: ImportReference): unknown;
  /** Whether an imported value is fixed. Another module may reassign its variables. */
  isFixed(module: Module, from: string, name: string): boolean;
}

/** Evaluates the top-level names of modules: a declaration first, then the statements that change it. */
export class ModuleNames {
  readonly #evaluation: Evaluation;
  readonly #order: EvaluationOrder;
  readonly #imports: Imports;

  constructor(evaluation: Evaluation, order: EvaluationOrder, imports: Imports) {
    this.#evaluation = evaluation;
    this.#order = order;
    this.#imports = imports;
  }

  /** Returns the value of a name. Unless the module itself reads it, the statements that change its values have run. */
  readFinalValue(module: Module, binding: Binding): unknown {
    const value = this.#read(module, binding);
    if (!this.#evaluation.isEvaluating || module.depth > 0 || module.effects.length === 0) return value;
    for (const effect of module.effects) {
      const { changesZod, targets } = effect.source;
      const isRelevant = changesZod || [...targets].some((name) => module.bindings.get(name)?.isSet);
      if (isRelevant) this.#runEffect(module, effect);
    }
    return binding.part ? binding.value : value;
  }

  /** Runs the declarations and statements of a module that have not run, in source order. */
  runAll(module: Module): void {
    const declared = [...module.bindings.values()].flatMap((binding) => {
      const { declaration } = binding;
      if (declaration.kind === 'import') return [];
      const run = () => void (binding.isSet || this.#declare(module, binding, declaration));
      return [{ start: declaration.statement.start, run }];
    });
    const effects = module.effects.map((effect) => ({
      start: effect.source.node.start,
      run: () => this.#runEffect(module, effect),
    }));
    for (const { run } of [...declared, ...effects].sort((left, right) => left.start - right.start)) run();
  }

  #read(module: Module, binding: Binding): unknown {
    if (this.#isUninitialized(module, binding)) return this.#readUninitialized(module, binding);
    if (binding.isSet) this.#recordLateRead(module, binding);
    else {
      const { declaration } = binding;
      if (declaration.kind !== 'import') this.#declare(module, binding, declaration);
      else {
        const { from, imported: name, node } = declaration;
        const value = this.#imports.read(module, { from, name, node });
        if (value === undefined || !this.#imports.isFixed(module, from, name)) return value;
        Object.assign(binding, { isSet: true, isFinished: true, value });
      }
    }
    if (!binding.isFinished) this.#finish(module, binding);
    return binding.value;
  }

  /** Between modules that import each other, a name may have no value yet. Inside its own module this is an error. */
  #readUninitialized(module: Module, { declaration, name }: Binding): undefined {
    if (this.#evaluation.runningPart?.module !== module) return undefined;
    if (declaration.kind === 'import' || !declaration.isConstant) return undefined;
    throw new ReferenceError(`Cannot access '${name}' before initialization`);
  }

  /** Records who reads a name, and returns whether it must have no value for them. */
  #isUninitialized(module: Module, { declaration, name }: Binding): boolean {
    if (declaration.kind === 'import' || declaration.isHoisted) return false;
    const { runningPart } = this.#evaluation;
    const [node] = declaration.nodes;
    if (!runningPart || !node || (runningPart.module === module && node.start <= runningPart.node.start))
      return false;
    return this.#order.recordUse({ from: runningPart.module.path, to: module.path, name });
  }

  /** Records a part that reads what a later statement of the same module has already changed. */
  #recordLateRead(module: Module, { name }: Binding): void {
    const { runningPart } = this.#evaluation;
    if (runningPart?.module !== module) return;
    const { start } = runningPart.node;
    for (const { source, state } of module.effects) {
      if (state !== 'done' || source.node.start <= start || !source.targets.has(name)) continue;
      this.#order.addReader(module.path, source.node.start, start);
    }
  }

  /** Runs the parts that must read a value before a statement changes it. */
  #runReadersFirst(module: Module, { source }: EffectPart): void {
    for (const start of this.#order.listReaders(module.path, source.node.start)) {
      const part = listParts(module).find(({ node, state }) => node?.start === start && state === 'new');
      try {
        if (part) this.#evaluation.run(module, part);
      } catch (error) {
        // The part fails again when it is requested.
        if (error instanceof Pending) throw error;
      }
    }
  }

  /** Runs the declaration of a name, and sets all names that it declares. */
  #declare(module: Module, { part }: Binding, declaration: OwnDeclaration): void {
    const result = part && this.#evaluation.run(module, part);
    for (const name of declaration.names) {
      const binding = module.bindings.get(name);
      if (!binding || binding.isSet) continue;
      const value = declaration.kind === 'pattern' ? (result as Namespace)[name] : result;
      Object.assign(binding, { isSet: true, value });
    }
  }

  write(module: Module, binding: Binding, value: unknown): void {
    const { declaration } = binding;
    if (declaration.kind === 'import' || declaration.isConstant) {
      throw new TypeError('Assignment to constant variable.');
    }
    if (!binding.isSet) this.#declare(module, binding, declaration);
    binding.value = value;
  }

  /**
   * Runs the statements that change a value; for a part of the same module, only those above it. The value that they
   * read is set already.
   */
  #finish(module: Module, binding: Binding): void {
    if (binding.isFinishing) return;
    const end = this.#findReadPosition(module);
    const changing = module.effects.filter(({ source }) => source.targets.has(binding.name));
    binding.isFinishing = true;
    try {
      for (const effect of changing) if (effect.source.node.start < end) this.#runEffect(module, effect);
    } finally {
      binding.isFinishing = false;
    }
    binding.isFinished = changing.every(({ state }) => state === 'done');
  }

  /** Returns the start of the part of the module that reads a name; infinity if another module reads it. */
  #findReadPosition(module: Module): number {
    const { runningPart, isEvaluating } = this.#evaluation;
    if (runningPart?.module === module) return runningPart.node.start;
    if (runningPart || isEvaluating) return Number.POSITIVE_INFINITY;
    // Code that continues after an `await` is on no stack: it belongs to a part that waits for no other part.
    const starts = listParts(module)
      .filter(({ state, awaitedPart }) => state === 'waiting' && !awaitedPart)
      .flatMap(({ node }) => node?.start ?? []);
    return starts.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...starts);
  }

  #runEffect(module: Module, effect: EffectPart): void {
    // The code that continues after an `await` may be this statement.
    const isContinuing = effect.state === 'waiting' && !this.#evaluation.isEvaluating;
    if (effect.state === 'new') this.#runReadersFirst(module, effect);
    if (effect.state !== 'running' && !isContinuing) this.#evaluation.run(module, effect);
  }
}

function listParts(module: Module) {
  return [...module.effects, ...[...module.bindings.values()].flatMap(({ part }) => part ?? [])];
}
