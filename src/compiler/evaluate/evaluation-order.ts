/** That a part of a module, `from`, asked for a name of another one, or for one below it, while it was evaluated. */
interface Use {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

/**
 * What is known of the order in which Node would evaluate: a build evaluates on demand and in any order, a server module
 * after module. More is learnt while modules are evaluated.
 */
export class EvaluationOrder {
  readonly #imports = new Map<string, () => readonly string[]>();
  readonly #uses = new Map<string, Use>();
  /** Uses, by key, before Node would have given a name its value: they get nothing. */
  readonly #unmet = new Set<string>();
  /** By module and statement: where the parts begin that read a name before the statement changes it. */
  readonly #readers = new Map<string, Set<number>>();
  #hasLearnt = false;

  /** `listImports` gives the modules that it imports, in the order they are written. */
  addModule(path: string, listImports: () => readonly string[]): void {
    this.#imports.set(path, listImports);
  }

  /** Notes a use, and tells whether it is to get nothing, as from modules that import each other. */
  isUnmet(use: Use): boolean {
    const key = `${use.from}\0${use.to}\0${use.name}`;
    this.#uses.set(key, use);
    return this.#unmet.has(key);
  }

  /** Notes a part that reads what a statement has changed before it should: known once it is asked for after that has run. */
  addReader(path: string, statement: number, part: number): void {
    const readers = this.#readers.get(`${path}\0${statement}`) ?? new Set();
    this.#hasLearnt ||= !readers.has(part);
    this.#readers.set(`${path}\0${statement}`, readers.add(part));
  }

  /** Where the parts begin that are to run before a statement. */
  listReaders(path: string, statement: number): readonly number[] {
    return [...(this.#readers.get(`${path}\0${statement}`) ?? [])].sort((left, right) => left - right);
  }

  /**
   * Whether what was evaluated since the last call has to be evaluated again, since more is known now. `entries` are the
   * modules that a server imports, in its order.
   */
  learn(entries: readonly string[]): boolean {
    const order = this.#uses.size > 0 ? this.#orderFrom(entries) : new Map<string, number>();
    for (const [key, { from, to }] of this.#uses) {
      const [read, reading] = [order.get(to), order.get(from)];
      // What is imported dynamically is waited for.
      const isEarly = from === to || (read !== undefined && reading !== undefined && read > reading);
      this.#hasLearnt ||= isEarly && !this.#unmet.has(key);
      if (isEarly) this.#unmet.add(key);
    }
    this.#uses.clear();
    const hasLearnt = this.#hasLearnt;
    this.#hasLearnt = false;
    return hasLearnt;
  }

  /** When the modules are evaluated: each after those that it imports. */
  #orderFrom(entries: readonly string[]): ReadonlyMap<string, number> {
    const order = new Map<string, number>();
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const imported of this.#imports.get(path)?.() ?? []) visit(imported);
      order.set(path, order.size);
    };
    for (const path of entries) visit(path);
    return order;
  }
}
