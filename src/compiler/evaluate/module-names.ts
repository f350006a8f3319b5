import type { Node } from 'oxc-parser';
import type { OwnDeclaration } from '../parse/module-syntax.js';
import type { Cell, EffectPart, Module } from './evaluated-module.js';
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
  readFromEnd(module: Module, cell: Cell): unknown {
    const value = this.#read(module, cell);
    if (!this.#evaluation.isLooking || module.depth > 0 || module.effects.length === 0) return value;
    for (const effect of module.effects) {
      const { changesZod, targets } = effect.source;
      const isWanted = changesZod || [...targets].some((name) => module.cells.get(name)?.isSet);
      if (isWanted) this.#runEffect(module, effect);
    }
    return cell.part ? cell.value : value;
  }

  /** Runs the declarations and statements of a module that have not run, in source order. */
  runAll(module: Module): void {
    const declared = [...module.cells.values()].flatMap((cell) => {
      const { declaration } = cell;
      if (declaration.kind === 'import') return [];
      const run = () => void (cell.isSet || this.#declare(module, cell, declaration));
      return [{ start: declaration.statement.start, run }];
    });
    const effects = module.effects.map((effect) => ({
      start: effect.source.node.start,
      run: () => this.#runEffect(module, effect),
    }));
    for (const { run } of [...declared, ...effects].sort((left, right) => left.start - right.start)) run();
  }

  #read(module: Module, cell: Cell): unknown {
    if (this.#isUnmet(module, cell)) return this.#readTooEarly(module, cell);
    if (cell.isSet) this.#noteLateRead(module, cell);
    else {
      const { declaration } = cell;
      if (declaration.kind !== 'import') this.#declare(module, cell, declaration);
      else {
        const { from, imported: name, node } = declaration;
        const value = this.#imports.read(module, { from, name, node });
        if (value === undefined || !this.#imports.isFixed(module, from, name)) return value;
        Object.assign(cell, { isSet: true, isFinished: true, value });
      }
    }
    if (!cell.isFinished) this.#finish(module, cell);
    return cell.value;
  }

  /** Between modules that import each other, a name may have no value yet. Inside its own module this is an error. */
  #readTooEarly(module: Module, { declaration, name }: Cell): undefined {
    if (this.#evaluation.asking?.module !== module) return undefined;
    if (declaration.kind === 'import' || !declaration.isConstant) return undefined;
    throw new ReferenceError(`Cannot access '${name}' before initialization`);
  }

  /** Records who reads a name, and returns whether it must have no value for them. */
  #isUnmet(module: Module, { declaration, name }: Cell): boolean {
    if (declaration.kind === 'import' || declaration.isHoisted) return false;
    const { asking } = this.#evaluation;
    const [node] = declaration.nodes;
    if (!asking || !node || (asking.module === module && node.start <= asking.node.start)) return false;
    return this.#order.isUnmet({ from: asking.module.path, to: module.path, name });
  }

  /** Records a part that reads what a later statement of the same module has already changed. */
  #noteLateRead(module: Module, { name }: Cell): void {
    const { asking } = this.#evaluation;
    if (asking?.module !== module) return;
    const { start } = asking.node;
    for (const { source, state } of module.effects) {
      if (state !== 'made' || source.node.start <= start || !source.targets.has(name)) continue;
      this.#order.addReader(module.path, source.node.start, start);
    }
  }

  /** Runs the parts that must read a value before a statement changes it. */
  #runEarlier(module: Module, { source }: EffectPart): void {
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
  #declare(module: Module, { part }: Cell, declaration: OwnDeclaration): void {
    const made = part && this.#evaluation.run(module, part);
    for (const name of declaration.names) {
      const cell = module.cells.get(name);
      if (!cell || cell.isSet) continue;
      const value = declaration.kind === 'pattern' ? (made as Namespace)[name] : made;
      Object.assign(cell, { isSet: true, value });
    }
  }

  write(module: Module, cell: Cell, value: unknown): void {
    const { declaration } = cell;
    if (declaration.kind === 'import' || declaration.isConstant) {
      throw new TypeError('Assignment to constant variable.');
    }
    if (!cell.isSet) this.#declare(module, cell, declaration);
    cell.value = value;
  }

  /**
   * Runs the statements that change a value; for a part of the same module, only those above it. The value that they
   * read is set already.
   */
  #finish(module: Module, cell: Cell): void {
    if (cell.isFinishing) return;
    const end = this.#findEnd(module);
    const changing = module.effects.filter(({ source }) => source.targets.has(cell.name));
    cell.isFinishing = true;
    try {
      for (const effect of changing) if (effect.source.node.start < end) this.#runEffect(module, effect);
    } finally {
      cell.isFinishing = false;
    }
    cell.isFinished = changing.every(({ state }) => state === 'made');
  }

  /** Returns the start of the part of the module that reads a name; infinity if another module reads it. */
  #findEnd(module: Module): number {
    const { asking, isLooking } = this.#evaluation;
    if (asking?.module === module) return asking.node.start;
    if (asking || isLooking) return Number.POSITIVE_INFINITY;
    // Code that continues after an `await` is on no stack: it belongs to a part that waits for no other part.
    const starts = listParts(module)
      .filter(({ state, waitsFor }) => state === 'waiting' && !waitsFor)
      .flatMap(({ node }) => node?.start ?? []);
    return starts.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...starts);
  }

  #runEffect(module: Module, effect: EffectPart): void {
    // The code that continues after an `await` may be this statement.
    const isGoingOn = effect.state === 'waiting' && !this.#evaluation.isLooking;
    if (effect.state === 'new') this.#runEarlier(module, effect);
    if (effect.state !== 'running' && !isGoingOn) this.#evaluation.run(module, effect);
  }
}

function listParts(module: Module) {
  return [...module.effects, ...[...module.cells.values()].flatMap(({ part }) => part ?? [])];
}
