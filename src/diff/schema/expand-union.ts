import { type DescriptionNode, listMembers, stepInto, targetOf } from '../description-node.js';
import { isObject } from '../json.js';
import { isAnnotation } from './keywords.js';

/** Nodes whose keywords all apply to a value. */
export interface Conjunction {
  readonly nodes: readonly DescriptionNode[];
  /** The single schema that is equivalent, if there is one. */
  readonly branch?: DescriptionNode;
}

export interface Expansion {
  /** Whether a value must match exactly one conjunction (`oneOf`). */
  readonly isExclusive: boolean;
  readonly conjunctions: readonly Conjunction[];
}

/** A schema with more conjunctions is not expanded. */
const MAX_CONJUNCTIONS = 256;

const NOTHING: Expansion = { isExclusive: false, conjunctions: [] };
const ANYTHING: Expansion = { isExclusive: false, conjunctions: [{ nodes: [] }] };

/**
 * Expands references, `allOf`, `anyOf` and `oneOf`, except inside of properties and items: a value matches the schema when
 * it matches one of the conjunctions.
 */
export function expandUnion(node: DescriptionNode, above: readonly string[] = []): Expansion {
  const { value, pointer } = node;
  if (value === false) return NOTHING;
  // A union that contains itself directly adds no conjunction.
  if (!isObject(value) || above.includes(pointer)) return above.includes(pointer) ? NOTHING : ANYTHING;
  const path = [...above, pointer];
  if (node.parts) return node.parts.map((part) => expandUnion(part, path)).reduce(multiply, ANYTHING);
  const keywords = Object.keys(value).filter((keyword) => !isAnnotation(keyword));
  const [only] = keywords;
  if (keywords.length === 1 && (only === 'anyOf' || only === 'oneOf'))
    return expandBranches(node, only, path);
  let expansion: Expansion = { isExclusive: false, conjunctions: [{ nodes: [node], branch: node }] };
  for (const factor of listFactors(node, path)) expansion = multiply(expansion, factor);
  return expansion;
}

function listFactors(node: DescriptionNode, path: readonly string[]): readonly Expansion[] {
  const target = targetOf(node);
  const factors = target ? [expandUnion(target, path)] : [];
  for (const [, part] of listMembers(stepInto(node, 'allOf'))) factors.push(expandUnion(part, path));
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    if (stepInto(node, keyword).value !== undefined) factors.push(expandBranches(node, keyword, path));
  }
  return factors;
}

function expandBranches(
  node: DescriptionNode,
  keyword: 'anyOf' | 'oneOf',
  path: readonly string[],
): Expansion {
  let isExclusive = keyword === 'oneOf';
  const conjunctions = listMembers(stepInto(node, keyword)).flatMap(([, branch]): readonly Conjunction[] => {
    const inner = expandUnion(branch, path);
    isExclusive ||= inner.isExclusive;
    const [first, second] = inner.conjunctions;
    return first && !second ? [{ nodes: first.nodes, branch }] : inner.conjunctions;
  });
  return { isExclusive: isExclusive && conjunctions.length > 1, conjunctions };
}

function multiply(left: Expansion, right: Expansion): Expansion {
  if (left.conjunctions.length * right.conjunctions.length > MAX_CONJUNCTIONS) return left;
  return {
    isExclusive: left.isExclusive || right.isExclusive,
    conjunctions: left.conjunctions.flatMap(({ nodes }) =>
      right.conjunctions.map((other) => ({ nodes: [...nodes, ...other.nodes] })),
    ),
  };
}
