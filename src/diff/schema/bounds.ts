import { type DescriptionNode, stepInto } from '../description-node.js';

/** A lower or upper bound of a number or of a count of characters, items or properties. */
export interface Bound {
  readonly keyword: string;
  readonly value: number;
  readonly isExclusive: boolean;
}

/** Bounds by their key in `RULES`. */
export type Bounds = ReadonlyMap<string, Bound>;

interface BoundRule {
  readonly side: 'lower' | 'upper';
  readonly types: readonly string[];
  readonly keywords: readonly string[];
  /** The value that bounds nothing. */
  readonly idle?: number;
}

const NUMBERS = ['number', 'integer'];

const RULES: Readonly<Record<string, BoundRule>> = {
  least: { side: 'lower', types: NUMBERS, keywords: ['minimum', 'exclusiveMinimum'] },
  most: { side: 'upper', types: NUMBERS, keywords: ['maximum', 'exclusiveMaximum'] },
  shortest: { side: 'lower', types: ['string'], keywords: ['minLength'], idle: 0 },
  longest: { side: 'upper', types: ['string'], keywords: ['maxLength'] },
  fewestItems: { side: 'lower', types: ['array'], keywords: ['minItems'], idle: 0 },
  mostItems: { side: 'upper', types: ['array'], keywords: ['maxItems'] },
  fewestProperties: { side: 'lower', types: ['object'], keywords: ['minProperties'], idle: 0 },
  mostProperties: { side: 'upper', types: ['object'], keywords: ['maxProperties'] },
};

/** The tightest bounds of the nodes for values of the type. */
export function readBounds(nodes: readonly DescriptionNode[], type: string): Bounds {
  const bounds = new Map<string, Bound>();
  for (const [end, { types, keywords, idle }] of Object.entries(RULES)) {
    if (type !== 'any' && !types.includes(type)) continue;
    for (const node of nodes) {
      for (const keyword of keywords) {
        const bound = readBound(node, keyword, type);
        if (!bound || bound.value === idle) continue;
        const before = bounds.get(end);
        if (!before || isTighter(end, bound, before)) bounds.set(end, bound);
      }
    }
  }
  return bounds;
}

/** Whether `bound` is tighter than `other`, both of the same key. */
export function isTighter(end: string, bound: Bound, other: Bound): boolean {
  if (bound.value === other.value) return bound.isExclusive && !other.isExclusive;
  return RULES[end]?.side === 'lower' ? bound.value > other.value : bound.value < other.value;
}

/** Reads a bound. For integers an exclusive bound becomes the next integer: `> 0` equals `>= 1`. */
function readBound(node: DescriptionNode, keyword: string, type: string): Bound | undefined {
  const { value } = stepInto(node, keyword);
  if (typeof value !== 'number') return undefined;
  const isExclusive = keyword.startsWith('exclusive');
  if (type !== 'integer' || !isExclusive) return { keyword, value, isExclusive };
  return keyword === 'exclusiveMinimum'
    ? { keyword: 'minimum', value: Math.floor(value) + 1, isExclusive: false }
    : { keyword: 'maximum', value: Math.ceil(value) - 1, isExclusive: false };
}
