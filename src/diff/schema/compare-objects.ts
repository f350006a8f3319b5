import { type DescriptionNode, follow, isTrue } from '../description-node.js';
import { isSame } from '../json.js';
import { atProperty, type ComparisonContext, report } from './comparison-context.js';
import type { SchemaMember } from './schema-member.js';

/** Compares the declared properties of objects and their `additionalProperties`. */
export function compareObjects(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  for (const [name, before] of base.properties) {
    const after = head.properties.get(name);
    const below = atProperty(at, name);
    if (after === undefined) compareRemoved(before, base.required.has(name), head, below);
    else {
      compareRequired(base, head, name, { base: before, head: after, at: below });
      at.compare(before, after, below);
    }
  }
  for (const [name, after] of head.properties) {
    if (!base.properties.has(name)) compareAdded(after, head.required.has(name), base, atProperty(at, name));
  }
  compareRest(base, head, at);
}

interface Sides {
  readonly base: DescriptionNode;
  readonly head: DescriptionNode;
  readonly at: ComparisonContext;
}

function compareRequired(
  base: SchemaMember,
  head: SchemaMember,
  name: string,
  { at, ...nodes }: Sides,
): void {
  const isRequired = head.required.has(name);
  if (base.required.has(name) === isRequired) return;
  const pointers = { base: nodes.base.pointer, head: nodes.head.pointer };
  if (isRequired) report(at, 'property-became-required', 'is now required', pointers);
  else report(at, 'property-became-optional', 'is now optional', pointers);
}

/**
 * Reports a property that the head does not declare and compares it with the head's `additionalProperties`. A deprecation
 * does not excuse the removal of a required property from responses, nor a closed head that refuses the property.
 */
function compareRemoved(
  before: DescriptionNode,
  isRequired: boolean,
  head: SchemaMember,
  at: ComparisonContext,
): void {
  const isAnnounced = [before, follow(before)].some((node) => isTrue(node, 'deprecated'));
  const announced =
    `${isRequired ? 'required-' : ''}deprecated-property-removed${head.rest.value === false ? '-from-closed' : ''}` as const;
  const code = isAnnounced ? announced : 'property-removed';
  report(at, code, 'is gone', { base: before.pointer, head: head.pointer });
  if (head.rest.value !== false && !takesAnything(head.rest)) at.compare(before, head.rest, at);
}

/** Reports a property that the base does not declare and compares it with the base's `additionalProperties`. */
function compareAdded(
  after: DescriptionNode,
  isRequired: boolean,
  base: SchemaMember,
  at: ComparisonContext,
): void {
  const pointers = { base: base.pointer, head: after.pointer };
  const predicate = isRequired ? 'is new and required' : 'is new';
  if (base.rest.value === false) {
    const code = isRequired ? 'required-property-added-to-closed' : 'property-added-to-closed';
    report(at, code, predicate, pointers);
    return;
  }
  report(at, isRequired ? 'required-property-added' : 'property-added', predicate, pointers);
  if (!takesAnything(base.rest)) at.compare(base.rest, after, at);
}

function compareRest(base: SchemaMember, head: SchemaMember, at: ComparisonContext): void {
  const [from, to] = [base.rest, head.rest];
  const pointers = { base: from.pointer, head: to.pointer };
  if (base.isOpen && !head.isOpen) {
    report(at, 'additional-properties-removed', 'no longer has undeclared fields', pointers);
  } else if (from.value === false && to.value !== false) {
    report(at, 'object-opened', 'may now have undeclared fields', pointers);
  } else if (from.value !== false && to.value === false) {
    report(at, 'object-closed', 'may no longer have undeclared fields', pointers);
  } else if (!base.isOpen && head.isOpen) {
    if (takesAnything(to)) report(at, 'additional-properties-added', 'now has fields of any name', pointers);
    else
      report(
        atProperty(at, '*'),
        'constraint-added',
        'is now constrained by `additionalProperties`',
        pointers,
      );
  } else if (base.isOpen && !(takesAnything(from) && takesAnything(to))) {
    at.compare(from, to, atProperty(at, '*'));
  }
}

/** Whether a schema accepts any value, as `additionalProperties` does by default. */
function takesAnything({ value }: DescriptionNode): boolean {
  return value === true || isSame(value, {});
}
