import type { UnchangedCheck } from '../create-unchanged-check.js';
import { componentName, type DescriptionNode, follow, targetOf } from '../description-node.js';
import { isObject } from '../json.js';
import { compareAlternatives } from './compare-alternatives.js';
import { compareNotes } from './compare-notes.js';
import type { Comparing } from './comparing.js';
import { isAnnotation } from './keywords.js';
import { createSchemaNode, type SchemaNode } from './schema-node.js';

/** Compares pairs of schemas; a pair that is referred to from many nodes is compared once. */
export type SchemaComparison = (base: DescriptionNode, head: DescriptionNode) => SchemaNode;

/** `isUnchanged` saves the comparison of what is the same. */
export function createSchemaComparison(isUnchanged: UnchangedCheck): SchemaComparison {
  const known = new Map<string, SchemaNode>();

  const compare = (base: DescriptionNode, head: DescriptionNode, at: Comparing): void => {
    if (base.value === head.value && typeof base.value === 'boolean') return;
    if (!isComposed(base) && !isComposed(head)) {
      compareHere(base, head, at);
      return;
    }
    const [from, to] = [resolve(base), resolve(head)];
    if (from !== base || to !== head) compareNotes(base, head, at);
    if (from !== base && to !== head && from.pointer === to.pointer && isUnchanged(base, head)) return;
    const key = `${from.pointer} ${to.pointer}`;
    const before = known.get(key);
    if (before) {
      // Also where the pair is being compared further up: what recursion finds is found there.
      at.node.references.add(before);
      return;
    }
    const node = createSchemaNode();
    known.set(key, node);
    at.node.references.add(node);
    const name = componentName(to) ?? componentName(from);
    const below = name === undefined ? at : { ...at, subject: name, isNamed: true };
    compareHere(from, to, { ...below, node });
  };

  return (base, head) => {
    const node = createSchemaNode();
    if (!isUnchanged(base, head)) compare(base, head, { node, subject: '', isNamed: false, compare });
    return node;
  };
}

function compareHere(base: DescriptionNode, head: DescriptionNode, at: Comparing): void {
  compareNotes(base, head, at);
  compareAlternatives(base, head, at);
}

/** Whether the schema leads to others that hold at the same node, and so can lead back to itself. */
function isComposed({ value, parts }: DescriptionNode): boolean {
  return parts !== undefined || (isObject(value) && COMPOSING.some((keyword) => keyword in value));
}

const COMPOSING = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/** Where a reference leads that has nothing, or words alone, beside it. */
function resolve(node: DescriptionNode): DescriptionNode {
  const { value } = node;
  if (!isObject(value) || !targetOf(node)) return node;
  const isBare = Object.keys(value).every((keyword) => keyword === '$ref' || isAnnotation(keyword));
  return isBare ? follow(node) : node;
}
