import { type DescriptionNode, listMembers, stepInto } from '../description-node.js';
import { isObject, isSame, type Json, printStable } from '../json.js';
import { type Conjunction, expandUnion } from './expand-union.js';
import { type MemberType, readMember, type SchemaMember } from './schema-member.js';

/**
 * A schema as a list of members, each of one type: it accepts null if `isNullable`, and the values of each member.
 */
export interface Alternatives {
  readonly isNullable: boolean;
  /** Whether a value must match exactly one member (`oneOf`). */
  readonly isExclusive: boolean;
  /** The texts of values, null included, that more than one branch lists. */
  readonly repeated: ReadonlySet<string>;
  readonly members: readonly SchemaMember[];
}

type Read = Pick<Alternatives, 'isNullable' | 'members'>;

const TYPES: readonly MemberType[] = ['string', 'number', 'integer', 'boolean', 'object', 'array'];

export function readAlternatives(node: DescriptionNode): Alternatives {
  const { isExclusive, conjunctions } = expandUnion(node);
  const read = conjunctions.filter(isPossible).map((conjunction) => readConjunction(conjunction, node));
  return {
    isNullable: read.some((part) => part.isNullable),
    isExclusive,
    repeated: findRepeated(read),
    members: joinValues(read.flatMap((part) => part.members)),
  };
}

/** Whether any value can match; `not: {}` stands for `false` in older dialects. */
function isPossible({ nodes }: Conjunction): boolean {
  return !nodes.some(({ value }) => value === false || (isObject(value) && isSame(value.not, {})));
}

function readConjunction(conjunction: Conjunction, origin: DescriptionNode): Read {
  const { nodes } = conjunction;
  const types = readTypes(nodes);
  const values = readValues(nodes);
  if (values) {
    const isNullable = values.has('null') && (types?.has('null') ?? true);
    return { isNullable, members: readEnumerated(conjunction, values, types, origin) };
  }
  if (!types) return { isNullable: true, members: [readMember(conjunction, 'any', null, origin)] };
  const named = TYPES.filter((type) => types.has(type) && !(type === 'integer' && types.has('number')));
  const { branch, ...split } = conjunction;
  const source = branch && types.size === 1 ? conjunction : split;
  return {
    isNullable: types.has('null'),
    members: named.map((type) => readMember(source, type, null, origin)),
  };
}

/** The types that all nodes allow; undefined when none has a `type`. */
function readTypes(nodes: readonly DescriptionNode[]): ReadonlySet<string> | undefined {
  let types: Set<string> | undefined;
  for (const node of nodes) {
    const { value } = stepInto(node, 'type');
    if (value === undefined) continue;
    const own = new Set((Array.isArray(value) ? value : [value]).map(String));
    types = types ? intersectTypes(types, own) : own;
  }
  return types;
}

function intersectTypes(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  const both = [...left].filter((type) => right.has(type) || (type === 'integer' && right.has('number')));
  if (left.has('number') && !left.has('integer') && right.has('integer')) both.push('integer');
  return new Set(both);
}

/** The values that all nodes list; undefined when none has an `enum` or a `const`. */
function readValues(nodes: readonly DescriptionNode[]): ReadonlyMap<string, Json> | undefined {
  let values: ReadonlyMap<string, Json> | undefined;
  for (const node of nodes) {
    for (const list of listValues(node)) {
      const own = new Map(list.map((value) => [printStable(value), value]));
      values = values ? new Map([...values].filter(([text]) => own.has(text))) : own;
    }
  }
  return values;
}

function listValues(node: DescriptionNode): readonly (readonly Json[])[] {
  const { value: constant } = stepInto(node, 'const');
  const listed = stepInto(node, 'enum');
  return [
    ...(constant === undefined ? [] : [[constant]]),
    ...(listed.value === undefined
      ? []
      : [listMembers(listed).flatMap(([, { value }]) => (value === undefined ? [] : [value]))]),
  ];
}

function readEnumerated(
  conjunction: Conjunction,
  values: ReadonlyMap<string, Json>,
  types: ReadonlySet<string> | undefined,
  origin: DescriptionNode,
): readonly SchemaMember[] {
  const byType = new Map<MemberType, Map<string, Json>>();
  for (const [text, value] of values) {
    const type = typeOfValue(value);
    if (type === undefined || (types && intersectTypes(types, new Set([type])).size === 0)) continue;
    const filed = type === 'integer' && byType.has('number') ? 'number' : type;
    byType.set(filed, (byType.get(filed) ?? new Map()).set(text, value));
  }
  const { branch, ...split } = conjunction;
  const source = branch && byType.size === 1 ? conjunction : split;
  return [...byType].map(([type, own]) => readMember(source, type, own, origin));
}

function typeOfValue(value: Json): MemberType | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
}

function findRepeated(read: readonly Read[]): ReadonlySet<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { isNullable, members } of read) {
    const listed = members.flatMap(({ values }) => [...(values?.keys() ?? [])]);
    for (const text of isNullable ? ['null', ...listed] : listed) {
      if (seen.has(text)) repeated.add(text);
      seen.add(text);
    }
  }
  return repeated;
}

/** Joins the lists of values of one type. */
function joinValues(members: readonly SchemaMember[]): readonly SchemaMember[] {
  const joined = new Map<string, SchemaMember>();
  const others: SchemaMember[] = [];
  for (const member of members) {
    const key = member.type;
    const before = member.values ? joined.get(key) : undefined;
    if (!member.values || key === 'object' || key === 'array') others.push(member);
    else if (!before?.values) joined.set(key, member);
    else {
      const { branch: _, ...rest } = before;
      joined.set(key, { ...rest, values: new Map([...before.values, ...member.values]) });
    }
  }
  return [...joined.values(), ...others];
}
