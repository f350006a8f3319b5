import { type DescriptionNode, isTrue, listExtensions, readText, stepInto } from '../description-node.js';
import { isObject, isSame, type Json, printStable } from '../json.js';
import { type ComparisonContext, report } from './comparison-context.js';
import { WORDS } from './keywords.js';

/** Compares annotations, which accept every value. */
export function compareNotes(base: DescriptionNode, head: DescriptionNode, at: ComparisonContext): void {
  if (base.value === head.value) return;
  const pointers = { base: base.pointer, head: head.pointer };
  const isDeprecated = isTrue(head, 'deprecated');
  if (isTrue(base, 'deprecated') !== isDeprecated) {
    if (isDeprecated) report(at, 'deprecated', 'is deprecated', pointers);
    else report(at, 'undeprecated', 'is no longer deprecated', pointers);
  }
  for (const keyword of ['readOnly', 'writeOnly']) {
    if (isTrue(base, keyword) === isTrue(head, keyword)) continue;
    const verb = isTrue(head, keyword) ? 'is now' : 'is no longer';
    report(at, 'access-changed', `${verb} \`${keyword}\``, pointers);
  }
  compareDefaults(base, head, at);
  compareDiscriminators(base, head, at);
  const words = [...WORDS, ...listExtensions(base, head)].filter(
    (keyword) => !isSame(stepInto(base, keyword).value, stepInto(head, keyword).value),
  );
  if (words.length > 0) {
    report(
      at,
      'documentation-changed',
      `has a different ${words.map((word) => `\`${word}\``).join(', ')}`,
      pointers,
    );
  }
}

function compareDefaults(base: DescriptionNode, head: DescriptionNode, at: ComparisonContext): void {
  const [before, after] = [stepInto(base, 'default'), stepInto(head, 'default')];
  if (isSame(before.value, after.value)) return;
  const was = before.value === undefined ? 'there was none' : `it was ${print(before.value)}`;
  const is = after.value === undefined ? 'no longer has a default' : `has the default ${print(after.value)}`;
  report(at, 'default-changed', `${is}; ${was}`, { base: base.pointer, head: head.pointer });
}

/** Compares discriminators. Added and removed values of the mapping are reported with their members. */
function compareDiscriminators(base: DescriptionNode, head: DescriptionNode, at: ComparisonContext): void {
  const [before, after] = [stepInto(base, 'discriminator'), stepInto(head, 'discriminator')];
  const names = [readText(before, 'propertyName'), readText(after, 'propertyName')];
  const pointers = { base: before.pointer, head: after.pointer };
  if (names[0] !== names[1]) {
    const [was, is] = names.map((name) => (name === undefined ? 'nothing' : `\`${name}\``));
    report(at, 'discriminator-changed', `is discriminated by ${is}; it was by ${was}`, pointers);
    return;
  }
  const [from, to] = [stepInto(before, 'mapping').value, stepInto(after, 'mapping').value];
  if (!isObject(from) || !isObject(to)) return;
  const moved = Object.keys(from).filter((value) => Object.hasOwn(to, value) && from[value] !== to[value]);
  if (moved.length === 0) return;
  report(at, 'discriminator-changed', `maps ${moved.map(print).join(', ')} to another schema`, pointers);
}

function print(value: Json): string {
  return `\`${printStable(value)}\``;
}
