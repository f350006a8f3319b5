/** A part of the module `from` read a name of `to`, or of itself below that part, during evaluation. */
interface NameUse {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

/**
 * Tracks the order in which Node would evaluate modules. A build evaluates on demand and in any order, a server module
 * by module. More is learned during evaluation.
 */
export class EvaluationOrder {
  readonly #imports = new Map<string, () => readonly string[]>();
  readonly #uses = new Map<string, NameUse>();
  /** Keys of uses that come before Node would have set the name: they read `undefined`. */
  readonly #uninitialized = new Set<string>();
  /** By module and statement: the start offsets of the parts that read a name before the statement changes it. */
  readonly #readers = new Map<string, Set<number>>();
  #hasChanged = false;

  /** `listImports` returns the modules that it imports, in source order. */
  addModule(path: string, listImports: () => readonly string[]): void {
    this.#imports.set(path, listImports);
  }

  /** Records a use and returns whether it must read `undefined`, as between modules that import each other. */
  recordUse(use: NameUse): boolean {
    const key = `${use.from}\0${use.to}\0${use.name}`;
    this.#uses.set(key, use);
    return this.#uninitialized.has(key);
  }

  /** Records a part that must read a value before a statement changes it, found when it reads the value afterwards. */
  addReader(path: string, statement: number, part: number): void {
    const readers = this.#readers.get(`${path}\0${statement}`) ?? new Set();
    this.#hasChanged ||= !readers.has(part);
    this.#readers.set(`${path}\0${statement}`, readers.add(part));
  }

  /** Lists the start offsets of the parts that must run before a statement. */
  listReaders(path: string, statement: number): readonly number[] {
    return [...(this.#readers.get(`${path}\0${statement}`) ?? [])].sort((left, right) => left - right);
  }

  /**
   * Whether everything evaluated since the last call must be evaluated again, since more is known about the order.
   * `entries` are the modules that a server imports, in its order.
   */
  refine(entries: readonly string[]): boolean {
    const order = this.#uses.size > 0 ? this.#orderFrom(entries) : new Map<string, number>();
    for (const [key, { from, to }] of this.#uses) {
      const [read, reading] = [order.get(to), order.get(from)];
      // Modules without a position are imported dynamically, and awaited.
      const isUninitialized = from === to || (read !== undefined && reading !== undefined && read > reading);
      this.#hasChanged ||= isUninitialized && !this.#uninitialized.has(key);
      if (isUninitialized) this.#uninitialized.add(key);
    }
    this.#uses.clear();
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    return hasChanged;
  }

  /** Maps each module to its position in Node's order: after its imports. */
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
