import { nullPrototypeRecord } from '../../null-prototype-record.js';

/** JSON that is printed already: its first line at no indent, the others at that of the place where it is to stand. */
export type PrintedJson = string;

/** `value` as `JSON.stringify` prints it with two spaces a level, to stand so many levels further in. */
export function printJson(value: unknown, level = 0): PrintedJson {
  // JSON indents the whole itself where it stands in lists. To indent its lines afterwards leaves a text of hundreds of pieces.
  let nested = value;
  for (let depth = 0; depth < level; depth++) nested = [nested];
  const text = JSON.stringify(nested, null, 2);
  // Around it stand, for each list, a bracket with what the line before or after it begins with.
  return text.slice(level * (level + 3), text.length - level * (level + 1));
}

/** An object as printed pieces, whose members are printed already, each to stand two spaces further in. */
export function joinMembers(
  members: readonly (readonly [string, readonly PrintedJson[]])[],
  indent = '',
): readonly PrintedJson[] {
  if (members.length === 0) return ['{}'];
  const inner = `\n${indent}  `;
  const pieces: PrintedJson[] = [];
  for (const [key, value] of members) {
    pieces.push(`${pieces.length === 0 ? '{' : ','}${inner}${JSON.stringify(key)}: `);
    // One by one: a description has more pieces than a call can have arguments.
    for (const piece of value) pieces.push(piece);
  }
  pieces.push(`\n${indent}}`);
  return pieces;
}

/** The names in the order in which an object has them as keys: whole numbers before all others. */
export function orderKeys(names: readonly string[]): readonly string[] {
  return Object.keys(nullPrototypeRecord(names.map((name) => [name, true] as const)));
}
