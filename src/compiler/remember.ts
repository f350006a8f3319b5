/** A function that remembers. */
export interface Remembering<Key extends object, Rest extends readonly unknown[], Made> {
  (key: Key, ...rest: Rest): Made;
  /** Remembers `made` as what the function makes of `key` and `rest`, which it does not look at. */
  learn(made: Made, key: Key, ...rest: Rest): void;
  /** What it made of `key` last; undefined where it made nothing. */
  last(key: Key): Made | undefined;
}

/**
 * The same function, which remembers of each `key` what it made of it last, and makes it anew only when `rest` is another.
 * For pure functions of data that is never changed: what is the same object says the same. Nothing is kept alive by it.
 */
export function remember<Key extends object, Rest extends readonly unknown[], Made>(
  make: (key: Key, ...rest: Rest) => Made,
): Remembering<Key, Rest, Made> {
  const known = new WeakMap<Key, { readonly rest: Rest; readonly made: Made }>();
  const learn = (made: Made, key: Key, ...rest: Rest): void => void known.set(key, { rest, made });
  const recall = (key: Key, ...rest: Rest): Made => {
    const before = known.get(key);
    if (before?.rest.every((value, index) => Object.is(value, rest[index]))) return before.made;
    const made = make(key, ...rest);
    learn(made, key, ...rest);
    return made;
  };
  const last = (key: Key): Made | undefined => known.get(key)?.made;
  return Object.assign(recall, { learn, last });
}
