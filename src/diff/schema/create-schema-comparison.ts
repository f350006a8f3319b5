import type { UnchangedCheck } from '../create-unchanged-check.js';
import { componentName, type DescriptionNode, follow, targetOf } from '../description-node.js';
import { isObject } from '../json.js';
import { compareAlternatives } from './compare-alternatives.js';
import { compareNotes } from './compare-notes.js';
import type { ComparisonContext } from './comparison-context.js';
import { isAnnotation } from './keywords.js';
import { createSchemaNode, type SchemaNode } from './schema-node.js';

/** Compares pairs of schemas, each pair once, however many nodes refer to it. */
export type SchemaComparison = (base: DescriptionNode, head: DescriptionNode) => SchemaNode;

/** `isUnchanged` skips equal schemas. */
export function createSchemaComparison(isUnchanged: UnchangedCheck): SchemaComparison {
  const known = new Map<string, SchemaNode>();

  const compare = (base: DescriptionNode, head: DescriptionNode, at: ComparisonContext): void => {
    if (base.value === head.value && typeof base.value === 'boolean') return;
    if (!isComposed(base) && !isComposed(head)) {
      compareHere(base, head, at);
      return;
    }
    const [from, to] = [resolve(base), resolve(head)];
    // Between a reference and a schema, the notes of the referred schema are compared below.
    if (from !== base && to !== head) compareNotes(base, head, at);
    if (from !== base && to !== head && from.pointer === to.pointer && isUnchanged(base, head)) return;
    const key = `${from.pointer} ${to.pointer}`;
    const before = known.get(key);
    if (before) {
      // The pair may be in progress further up: recursion ends here.
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

function compareHere(base: DescriptionNode, head: DescriptionNode, at: ComparisonContext): void {
  compareNotes(base, head, at);
  compareAlternatives(base, head, at);
}

/** Whether the schema applies other schemas to the same value, and so can recurse. */
function isComposed({ value, parts }: DescriptionNode): boolean {
  return parts !== undefined || (isObject(value) && COMPOSING.some((keyword) => keyword in value));
}

const COMPOSING = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/** The target of a reference whose other keywords are annotations; else the node itself. */
function resolve(node: DescriptionNode): DescriptionNode {
  const { value } = node;
  if (!isObject(value) || !targetOf(node)) return node;
  const isBare = Object.keys(value).every((keyword) => keyword === '$ref' || isAnnotation(keyword));
  return isBare ? follow(node) : node;
}
