import { type DescriptionNode, listMembers, stepInto } from '../description-node.js';
import { isObject, isSame, type Json, printStable } from '../json.js';
import { type Bounds, readBounds } from './bounds.js';
import { readConstraints } from './constraints.js';
import type { Conjunction } from './expand-union.js';

/** `any` accepts values of every type. */
export type MemberType = 'any' | 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/** The constraints on values of one type, in a form that can be compared keyword by keyword. */
export interface SchemaMember {
  readonly type: MemberType;
  readonly pointer: string;
  readonly branch?: DescriptionNode;
  /** The listed values by their text; null without `enum` and `const`. */
  readonly values: ReadonlyMap<string, Json> | null;
  readonly bounds: Bounds;
  readonly multiples: readonly number[];
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  /** `contentEncoding` and `contentMediaType`, as one text. */
  readonly content: string;
  readonly isUnique: boolean;
  readonly properties: ReadonlyMap<string, DescriptionNode>;
  readonly required: ReadonlySet<string>;
  /** The schema of undeclared properties. */
  readonly rest: DescriptionNode;
  /** Whether `additionalProperties` allows them explicitly, so that clients have a type for them. */
  readonly isOpen: boolean;
  readonly prefix: readonly DescriptionNode[];
  readonly items: DescriptionNode;
  /** Constraints that cannot be compared in parts, as text by keyword. */
  readonly constraints: ReadonlyMap<string, string>;
}

/** Reads `conjunction` for values of `type`. */
export function readMember(
  { nodes, branch }: Conjunction,
  type: MemberType,
  values: SchemaMember['values'],
  origin: DescriptionNode,
): SchemaMember {
  const texts = (keyword: string) => collect(nodes, keyword, (value) => typeof value === 'string');
  const last = nodes.at(-1) ?? origin;
  const objects = readObject(nodes, last);
  const lists = nodes.filter((node) => isObject(node.value));
  return {
    type,
    pointer: last.pointer,
    ...(branch && { branch }),
    values,
    bounds: readBounds(nodes, type),
    multiples: collect(nodes, 'multipleOf', (value) => typeof value === 'number').filter(
      (value) => !(type === 'integer' && value === 1),
    ) as number[],
    patterns: type === 'string' ? (texts('pattern') as string[]) : [],
    formats: texts('format') as string[],
    content: [...texts('contentEncoding'), ...texts('contentMediaType')].join(' '),
    isUnique: nodes.some((node) => stepInto(node, 'uniqueItems').value === true),
    ...objects,
    prefix: readPrefix(lists, last),
    items: joinNodes(
      lists.map((node) => restOf(node, 'items')),
      last,
    ),
    constraints: readConstraints(nodes),
  };
}

function readObject(
  nodes: readonly DescriptionNode[],
  last: DescriptionNode,
): Pick<SchemaMember, 'properties' | 'required' | 'rest' | 'isOpen'> {
  const required = new Set(
    nodes.flatMap((node) => listMembers(stepInto(node, 'required')).map(([, { value }]) => String(value))),
  );
  const keys = new Set(
    nodes.flatMap((node) => listMembers(stepInto(node, 'properties')).map(([key]) => key)),
  );
  for (const key of required) keys.add(key);
  // A property that only some nodes declare must also match the `additionalProperties` of the others.
  const schemaOf = (key: string) =>
    joinNodes(
      nodes.map((node) => {
        const declared = stepInto(node, 'properties', key);
        return declared.value === undefined ? restOf(node, 'additionalProperties') : declared;
      }),
      stepInto(last, 'properties', key),
    );
  const rest = joinNodes(
    nodes.map((node) => restOf(node, 'additionalProperties')),
    last,
  );
  const isDeclared = nodes.some((node) => stepInto(node, 'additionalProperties').value !== undefined);
  return {
    properties: new Map([...keys].map((key) => [key, schemaOf(key)])),
    required,
    rest,
    isOpen: isDeclared && rest.value !== false,
  };
}

function readPrefix(nodes: readonly DescriptionNode[], last: DescriptionNode): readonly DescriptionNode[] {
  const lengths = nodes.map((node) => listMembers(stepInto(node, 'prefixItems')).length);
  return Array.from({ length: Math.max(0, ...lengths) }, (_, index) =>
    joinNodes(
      nodes.map((node, at) =>
        index < (lengths[at] ?? 0) ? stepInto(node, 'prefixItems', index) : restOf(node, 'items'),
      ),
      last,
    ),
  );
}

/** The schema of the keyword for remaining members; `true` when absent. */
function restOf(node: DescriptionNode, keyword: string): DescriptionNode {
  const rest = stepInto(node, keyword);
  if (rest.value !== undefined) return rest;
  const { length } = listMembers(stepInto(node, 'prefixItems'));
  // Without `items`, a tuple is closed by its length.
  const isClosed = keyword === 'items' && length > 0 && stepInto(node, 'maxItems').value === length;
  return { ...rest, value: !isClosed };
}

/** One schema for several that apply together. */
function joinNodes(nodes: readonly DescriptionNode[], at: DescriptionNode): DescriptionNode {
  const saying = nodes.filter(({ value }) => value !== true && !isSame(value, {}));
  const parts = [...new Map(saying.map((node) => [printStable(node.value), node])).values()];
  const [first, second] = parts;
  if (!first) return nodes[0] ?? { ...at, value: true };
  if (!second) return first;
  const value = { allOf: parts.map((part) => part.value ?? true) };
  // The node is not in the document, so its pointer must differ from those of its parts.
  return { document: first.document, value, pointer: parts.map(({ pointer }) => pointer).join('&'), parts };
}

function collect(
  nodes: readonly DescriptionNode[],
  keyword: string,
  isGood: (value: unknown) => boolean,
): Json[] {
  const found = nodes.map((node) => stepInto(node, keyword).value).filter(isGood) as Json[];
  return [...new Map(found.map((value) => [printStable(value), value])).values()];
}
