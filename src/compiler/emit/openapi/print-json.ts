/** JSON that is printed already, its first line at no indent, and the others at that of the place where it is to stand. */
export type PrintedJson = string;

/** `value` as `JSON.stringify` prints it with two spaces a level, to stand at `indent`. */
export function printJson(value: unknown, indent = ''): PrintedJson {
  const text = JSON.stringify(value, null, 2);
  // No line break of JSON's own stands inside a string.
  return indent === '' ? text : text.replaceAll('\n', `\n${indent}`);
}

/** An object whose members are printed already, each to stand two spaces further in. */
export function joinMembers(members: readonly (readonly [string, PrintedJson])[], indent = ''): PrintedJson {
  if (members.length === 0) return '{}';
  const inner = `\n${indent}  `;
  return `{${members.map(([key, text]) => `${inner}${JSON.stringify(key)}: ${text}`).join(',')}\n${indent}}`;
}

/** The names in the order in which an object has them as keys: whole numbers before all others. */
export function orderKeys(names: readonly string[]): readonly string[] {
  return Object.keys(Object.fromEntries(names.map((name) => [name, true])));
}
