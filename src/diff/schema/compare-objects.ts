import { type DescriptionNode, follow, isTrue } from '../description-node.js';
import { isSame } from '../json.js';
import { atProperty, type Comparing, report } from './comparing.js';
import type { SchemaMember } from './schema-member.js';

/** Compares the properties of objects, those that both declare, those that one of them does, and the rest. */
export function compareObjects(base: SchemaMember, head: SchemaMember, at: Comparing): void {
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
  readonly at: Comparing;
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
  if (isRequired) report(at, 'property-became-required', 'is required now', pointers);
  else report(at, 'property-became-optional', 'may be missing now', pointers);
}

/**
 * A property that the head does not declare has to satisfy what the head says of all the rest. Nobody is told by a
 * deprecation to do without what is always answered, or that the head refuses.
 */
function compareRemoved(
  before: DescriptionNode,
  isRequired: boolean,
  head: SchemaMember,
  at: Comparing,
): void {
  const isAnnounced = [before, follow(before)].some((node) => isTrue(node, 'deprecated'));
  const announced =
    `${isRequired ? 'required-' : ''}deprecated-property-removed${head.rest.value === false ? '-from-closed' : ''}` as const;
  const code = isAnnounced ? announced : 'property-removed';
  report(at, code, 'is gone', { base: before.pointer, head: head.pointer });
  if (head.rest.value !== false && !takesAnything(head.rest)) at.compare(before, head.rest, at);
}

/** A property that the base does not declare could be sent before where the base said something of all the rest. */
function compareAdded(after: DescriptionNode, isRequired: boolean, base: SchemaMember, at: Comparing): void {
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

function compareRest(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  const [from, to] = [base.rest, head.rest];
  const pointers = { base: from.pointer, head: to.pointer };
  if (base.isOpen && !head.isOpen) {
    report(at, 'additional-properties-removed', 'has no fields that are not declared any more', pointers);
  } else if (from.value === false && to.value !== false) {
    report(at, 'object-opened', 'may have fields that are not declared now', pointers);
  } else if (from.value !== false && to.value === false) {
    report(at, 'object-closed', 'may have no fields that are not declared any more', pointers);
  } else if (!base.isOpen && head.isOpen) {
    if (takesAnything(to)) report(at, 'additional-properties-added', 'has fields of any name now', pointers);
    else report(atProperty(at, '*'), 'constraint-added', 'is bound by `additionalProperties` now', pointers);
  } else if (base.isOpen && !(takesAnything(from) && takesAnything(to))) {
    at.compare(from, to, atProperty(at, '*'));
  }
}

/** What every object may have unless it is said otherwise; whoever follows the description sends none of it. */
function takesAnything({ value }: DescriptionNode): boolean {
  return value === true || isSame(value, {});
}
