/** Items of a kept build, each with a name of its own, in an order: any can be had without a look at the others. */
export class KeptList<Item extends object> {
  readonly names: readonly string[];
  /** The list that this one was, before items of it were replaced. */
  readonly base: KeptList<Item>;
  /** By place. */
  readonly replaced: ReadonlyMap<number, Item>;
  readonly #read: (index: number) => Item;
  readonly #indexes: ReadonlyMap<string, number>;
  /** Those of the base that have been read. */
  readonly #known: Item[];
  #all: readonly Item[] | undefined;

  private constructor(
    names: readonly string[],
    read: (index: number) => Item,
    before?: { readonly list: KeptList<Item>; readonly replaced: ReadonlyMap<number, Item> },
  ) {
    this.names = names;
    this.#read = read;
    this.base = before?.list.base ?? this;
    this.replaced = before?.replaced ?? new Map();
    this.#indexes = before ? before.list.#indexes : new Map(names.map((name, index) => [name, index]));
    this.#known = before ? before.list.#known : [];
  }

  static of<Item extends object>(items: readonly Item[], nameOf: (item: Item) => string): KeptList<Item> {
    return new KeptList(items.map(nameOf), (index) => items[index] as Item);
  }

  /** A list whose items are read when they are asked for. */
  static reading<Item extends object>(
    names: readonly string[],
    read: (index: number) => Item,
  ): KeptList<Item> {
    return new KeptList(names, read);
  }

  /** Undefined when there is none of that name. */
  get(name: string): Item | undefined {
    const index = this.#indexes.get(name);
    return index === undefined ? undefined : this.#at(index);
  }

  all(): readonly Item[] {
    this.#all ??= this.names.map((_, index) => this.#at(index));
    return this.#all;
  }

  /** The same list with other items in the places of those that have their names. */
  replace(items: ReadonlyMap<string, Item>): KeptList<Item> {
    if (items.size === 0) return this;
    const replaced = new Map(this.replaced);
    for (const [name, item] of items) replaced.set(this.#indexes.get(name) as number, item);
    return new KeptList(this.names, this.#read, { list: this, replaced });
  }

  toJSON(): readonly Item[] {
    return this.all();
  }

  #at(index: number): Item {
    const replaced = this.replaced.get(index);
    if (replaced) return replaced;
    this.#known[index] ??= this.#read(index);
    return this.#known[index];
  }
}
