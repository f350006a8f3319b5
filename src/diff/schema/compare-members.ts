import type { DescriptionNode } from '../description-node.js';
import { type Bound, isTighter } from './bounds.js';
import { compareObjects } from './compare-objects.js';
import { atItem, type ComparisonContext, report } from './comparison-context.js';
import { printType } from './print-member.js';
import type { MemberType, SchemaMember } from './schema-member.js';

/** Compares two members. For types that share no value, only the change of the type is reported. */
export function compareMembers(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  if (!compareTypes(base, head, at)) return;
  compareValues(base, head, at);
  compareNumbers(base, head, at);
  compareTexts(base, head, at);
  compareConstraints(base, head, at);
  const isPlain = [base, head].some((member) => member.type === 'any' && isPlainAny(member));
  if (!isPlain && mayBe('array', base, head)) compareArrays(base, head, at);
  if (!isPlain && mayBe('object', base, head)) compareObjects(base, head, at);
}

function mayBe(type: MemberType, ...members: readonly SchemaMember[]): boolean {
  return members.every((member) => member.type === type || member.type === 'any');
}

/** Whether a member of any type constrains neither objects nor arrays. */
function isPlainAny({ properties, rest, prefix, items }: SchemaMember): boolean {
  return properties.size + prefix.length === 0 && rest.value === true && items.value === true;
}

/** Compares the types and returns whether the rest is to be compared. */
function compareTypes(base: SchemaMember, head: SchemaMember, at: ComparisonContext): boolean {
  const [from, to] = [base.type, head.type];
  const pointers = { base: base.pointer, head: head.pointer };
  const areNumbers = [from, to].every((type) => type === 'number' || type === 'integer');
  if (from === to || (areNumbers && base.values && head.values)) return true;
  const predicate = `is now ${printType(head)}; it was ${printType(base)}`;
  if (from === 'any') report(at, 'type-specified', predicate, pointers);
  else if (areNumbers && to === 'integer') report(at, 'type-narrowed', predicate, pointers);
  else if (to === 'any' || areNumbers) report(at, 'type-widened', predicate, pointers);
  else report(at, 'type-changed', predicate, pointers);
  return areNumbers || from === 'any' || to === 'any';
}

function compareConstraints(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  const pointers = { base: base.pointer, head: head.pointer };
  for (const keyword of new Set([...base.constraints.keys(), ...head.constraints.keys()])) {
    const [before, after] = [base.constraints.get(keyword), head.constraints.get(keyword)];
    if (before === after) continue;
    if (before === undefined)
      report(at, 'constraint-added', `is now constrained by \`${keyword}\``, pointers);
    else if (after === undefined) {
      report(at, 'constraint-removed', `is no longer constrained by \`${keyword}\``, pointers);
    } else report(at, 'constraint-changed', `has a different \`${keyword}\``, pointers);
  }
}

/** Compares the items of arrays: `prefixItems` and the rest. */
function compareArrays(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  const pointers = { base: base.pointer, head: head.pointer };
  if (base.isUnique !== head.isUnique) {
    if (head.isUnique) report(at, 'unique-items-added', 'may no longer contain an item twice', pointers);
    else report(at, 'unique-items-removed', 'may now contain an item twice', pointers);
  }
  const length = Math.max(base.prefix.length, head.prefix.length);
  for (let index = 0; index < length; index++) {
    compareItem(base.prefix[index] ?? base.items, head.prefix[index] ?? head.items, atItem(at, index));
  }
  compareItem(base.items, head.items, atItem(at));
}

function compareItem(base: DescriptionNode, head: DescriptionNode, at: ComparisonContext): void {
  const pointers = { base: base.pointer, head: head.pointer };
  if (base.value === head.value && typeof base.value === 'boolean') return;
  if (base.value === false) report(at, 'tuple-extended', 'may now exist', pointers);
  else if (head.value === false) report(at, 'tuple-shortened', 'may no longer exist', pointers);
  else at.compare(base, head, at);
}

/** Compares bounds and `multipleOf`. */
function compareNumbers(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  const pointers = { base: base.pointer, head: head.pointer };
  for (const end of new Set([...base.bounds.keys(), ...head.bounds.keys()])) {
    if (end === 'mostItems' && isClosedTuple(base) && isClosedTuple(head)) continue;
    const [before, after] = [base.bounds.get(end), head.bounds.get(end)];
    if (before?.value === after?.value && before?.isExclusive === after?.isExclusive) continue;
    const isTightened = after !== undefined && (before === undefined || isTighter(end, after, before));
    report(at, isTightened ? 'bound-tightened' : 'bound-relaxed', printBounds(before, after), pointers);
  }
  compareMultiples(base, head, at);
}

/** Whether the maximum number of items is that of a tuple, whose items are compared one by one. */
function isClosedTuple({ prefix, items, bounds }: SchemaMember): boolean {
  return items.value === false && prefix.length > 0 && bounds.get('mostItems')?.value === prefix.length;
}

function printBounds(before: Bound | undefined, after: Bound | undefined): string {
  const was = before ? `it was \`${before.keyword}: ${before.value}\`` : 'there was none';
  return after
    ? `has \`${after.keyword}: ${after.value}\`; ${was}`
    : `no longer has \`${before?.keyword}\`; ${was}`;
}

function compareMultiples(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  const [from, to] = [base.multiples, head.multiples];
  const isNarrower = from.every((factor) => to.some((multiple) => isMultiple(multiple, factor)));
  const isWider = to.every((factor) => from.some((multiple) => isMultiple(multiple, factor)));
  if (isNarrower && isWider) return;
  const print = (list: readonly number[]) => (list.length === 0 ? 'any number' : list.join(' and '));
  const predicate = `is a multiple of ${print(to)}; it was of ${print(from)}`;
  const pointers = { base: base.pointer, head: head.pointer };
  if (isNarrower) report(at, 'bound-tightened', predicate, pointers);
  else report(at, isWider ? 'bound-relaxed' : 'multiple-changed', predicate, pointers);
}

/** With a tolerance for binary fractions: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, factor: number): boolean {
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

/** Compares `const` and `enum`. */
function compareValues(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  const [from, to] = [base.values, head.values];
  const pointers = { base: base.pointer, head: head.pointer };
  if (!from || !to) {
    if (to) report(at, 'became-enum', `must now be one of ${print(to.keys())}`, pointers);
    if (from) report(at, 'enum-lifted', `is no longer limited to ${print(from.keys())}`, pointers);
    return;
  }
  const removed = [...from.keys()].filter((text) => !to.has(text));
  const added = [...to.keys()].filter((text) => !from.has(text));
  if (from.size === 1 && to.size === 1 && removed.length === 1) {
    report(at, 'const-changed', `is now ${print(added)}; it was ${print(removed)}`, pointers);
    return;
  }
  if (removed.length > 0) report(at, 'enum-value-removed', `is no longer ${print(removed)}`, pointers);
  if (added.length > 0) report(at, 'enum-value-added', `may now be ${print(added)}`, pointers);
}

function print(texts: Iterable<string>): string {
  return [...texts].map((text) => `\`${text}\``).join(', ');
}

/** The wider formats that accept every value of a format (JSON Schema 2020-12 Validation, section 7.3). */
const NARROWER_THAN: Readonly<Record<string, readonly string[]>> = {
  int32: ['int64'],
  float: ['double'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  iri: ['iri-reference'],
  'uri-reference': ['iri-reference'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
};

/** Compares pattern, format and content encoding. */
function compareTexts(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  comparePatterns(base, head, at);
  compareFormats(base, head, at);
  if (base.content === head.content) return;
  const print = (content: string) => (content === '' ? 'plain' : `\`${content}\``);
  const predicate = `is now ${print(head.content)}; it was ${print(base.content)}`;
  report(at, 'content-changed', predicate, { base: base.pointer, head: head.pointer });
}

function comparePatterns(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  const pointers = { base: base.pointer, head: head.pointer };
  const gone = base.patterns.filter((pattern) => !head.patterns.includes(pattern));
  const come = head.patterns.filter((pattern) => !base.patterns.includes(pattern));
  const print = (patterns: readonly string[]) => patterns.map((pattern) => `\`${pattern}\``).join(', ');
  if (gone.length > 0 && come.length > 0) {
    report(at, 'pattern-changed', `must match ${print(come)}; it was ${print(gone)}`, pointers);
  } else if (come.length > 0) report(at, 'pattern-added', `must now match ${print(come)}`, pointers);
  else if (gone.length > 0) {
    report(at, 'pattern-removed', `no longer needs to match ${print(gone)}`, pointers);
  }
}

function compareFormats(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  const pointers = { base: base.pointer, head: head.pointer };
  const gone = base.formats.filter((format) => !head.formats.includes(format));
  const come = head.formats.filter((format) => !base.formats.includes(format));
  if (gone.length === 0 && come.length === 0) return;
  const print = (formats: readonly string[]) => formats.map((format) => `\`${format}\``).join(', ');
  if (gone.length === 0) report(at, 'format-added', `now has the format ${print(come)}`, pointers);
  else if (come.length === 0)
    report(at, 'format-removed', `no longer has a format; it was ${print(gone)}`, pointers);
  else {
    const predicate = `has the format ${print(come)}; it was ${print(gone)}`;
    if (isWithin(gone, come)) report(at, 'format-widened', predicate, pointers);
    else report(at, isWithin(come, gone) ? 'format-narrowed' : 'format-changed', predicate, pointers);
  }
}

function isWithin(narrow: readonly string[], wide: readonly string[]): boolean {
  return wide.every((format) => narrow.some((other) => NARROWER_THAN[other]?.includes(format)));
}
