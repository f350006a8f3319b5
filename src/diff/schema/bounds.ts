import { type DescriptionNode, stepInto } from '../description-node.js';

/** One end of what a number, or a count of characters, items or properties, may be. */
export interface Bound {
  readonly keyword: string;
  readonly value: number;
  readonly isExclusive: boolean;
}

/** The end by which it is found: the keywords of one row bound the same thing from the same side. */
export type Bounds = ReadonlyMap<string, Bound>;

interface BoundRule {
  readonly side: 'lower' | 'upper';
  readonly types: readonly string[];
  readonly keywords: readonly string[];
  /** What is no bound at all. */
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

/** The tightest bounds that the nodes set together on values of the type. */
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

/** Whether `bound` leaves less room than `other` at the same end. */
export function isTighter(end: string, bound: Bound, other: Bound): boolean {
  if (bound.value === other.value) return bound.isExclusive && !other.isExclusive;
  return RULES[end]?.side === 'lower' ? bound.value > other.value : bound.value < other.value;
}

/** Of integers an exclusive bound is the next whole number, so that `> 0` and `>= 1` are the same. */
function readBound(node: DescriptionNode, keyword: string, type: string): Bound | undefined {
  const { value } = stepInto(node, keyword);
  if (typeof value !== 'number') return undefined;
  const isExclusive = keyword.startsWith('exclusive');
  if (type !== 'integer' || !isExclusive) return { keyword, value, isExclusive };
  return keyword === 'exclusiveMinimum'
    ? { keyword: 'minimum', value: Math.floor(value) + 1, isExclusive: false }
    : { keyword: 'maximum', value: Math.ceil(value) - 1, isExclusive: false };
}
