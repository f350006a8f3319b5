/**
 * The same function, which remembers of each `key` what it made of it last, and makes it anew only when `rest` is another.
 * For pure functions of data that is never changed: what is the same object says the same. Nothing is kept alive by it.
 */
export function remember<Key extends object, Rest extends readonly unknown[], Made>(
  make: (key: Key, ...rest: Rest) => Made,
): (key: Key, ...rest: Rest) => Made {
  const known = new WeakMap<Key, { readonly rest: Rest; readonly made: Made }>();
  return (key, ...rest) => {
    const before = known.get(key);
    if (before?.rest.every((value, index) => Object.is(value, rest[index]))) return before.made;
    const made = make(key, ...rest);
    known.set(key, { rest, made });
    return made;
  };
}
