/** What tells a use from others. */
export function keyOf({ from, to, name }: Use): string {
  return `${from}\0${to}\0${name}`;
}

/** That a part of a module, `from`, asked for a name of another one, or for one below it, while it was evaluated. */
export interface Use {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

/**
 * Finds names that were used before Node would have given them their values: a build evaluates on demand and in any
 * order, a server module after module.
 */
export class EarlyUses {
  readonly #imports = new Map<string, () => readonly string[]>();
  readonly #uses = new Map<string, Use>();

  /** `listImports` gives the modules that it imports, in the order they are written. */
  addModule(path: string, listImports: () => readonly string[]): void {
    this.#imports.set(path, listImports);
  }

  addUse(use: Use): void {
    const key = keyOf(use);
    if (!this.#uses.has(key)) this.#uses.set(key, use);
  }

  /** `entries` are the modules that a server imports, in its order. */
  list(entries: readonly string[]): readonly Use[] {
    if (this.#uses.size === 0) return [];
    const order = this.#orderFrom(entries);
    return [...this.#uses.values()].filter(({ from, to }) => {
      const [read, reading] = [order.get(to), order.get(from)];
      // What is imported dynamically is waited for.
      return from === to || (read !== undefined && reading !== undefined && read > reading);
    });
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
