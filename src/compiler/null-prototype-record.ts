/**
 * `Object.fromEntries` for thousands of keys, such as the paths of a project's files: an object without a prototype. V8 keeps
 * it as a table from its first key on, where it would describe any other object anew with each of the first thousand.
 */
export function nullPrototypeRecord<Value>(
  entries: Iterable<readonly [string, Value]>,
): Record<string, Value> {
  const table = Object.create(null) as Record<string, Value>;
  for (const [key, value] of entries) table[key] = value;
  return table;
}
