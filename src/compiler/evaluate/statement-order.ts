/**
 * Which parts of a module read a name before a statement changes it. That is only known once one of them was asked for
 * after the statement had run; it is then evaluated again, in that order.
 */
export class StatementOrder {
  /** By module and statement: where the parts begin that come before it. */
  readonly #earlier = new Map<string, Set<number>>();
  #size = 0;

  /** How much is known: what was evaluated while it grew has to be evaluated again. */
  get size(): number {
    return this.#size;
  }

  add(path: string, statement: number, part: number): void {
    const key = `${path}\0${statement}`;
    const parts = this.#earlier.get(key) ?? new Set();
    this.#earlier.set(key, parts);
    if (parts.has(part)) return;
    parts.add(part);
    this.#size += 1;
  }

  listBefore(path: string, statement: number): readonly number[] {
    return [...(this.#earlier.get(`${path}\0${statement}`) ?? [])].sort((left, right) => left - right);
  }
}
