import { isSame } from '../json.js';
import { follow, isTrue, type Place } from '../place.js';
import { atProperty, type Comparing, report } from './comparing.js';
import type { SchemaMember } from './schema-member.js';

/** Compares the properties of objects, those that both declare, those that one of them does, and the rest. */
export function compareObjects(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  for (const [name, before] of base.properties) {
    const after = head.properties.get(name);
    const below = atProperty(at, name);
    if (after === undefined) compareRemoved(before, head, below);
    else {
      compareRequired(base, head, name, { base: before, head: after, at: below });
      at.compare(before, after, below);
    }
  }
  for (const [name, after] of head.properties) {
    if (!base.properties.has(name)) compareAdded(after, head.required.has(name), base, atProperty(at, name));
  }
  compareRest(base.rest, head.rest, at);
}

interface Sides {
  readonly base: Place;
  readonly head: Place;
  readonly at: Comparing;
}

function compareRequired(
  base: SchemaMember,
  head: SchemaMember,
  name: string,
  { at, ...places }: Sides,
): void {
  const isRequired = head.required.has(name);
  if (base.required.has(name) === isRequired) return;
  const pointers = { base: places.base.pointer, head: places.head.pointer };
  if (isRequired) report(at, 'property-became-required', 'is required now', pointers);
  else report(at, 'property-became-optional', 'may be missing now', pointers);
}

/** A property that the head does not declare has to satisfy what the head says of all the rest. */
function compareRemoved(before: Place, head: SchemaMember, at: Comparing): void {
  const isAnnounced = [before, follow(before)].some((place) => isTrue(place, 'deprecated'));
  const code = isAnnounced ? 'deprecated-property-removed' : 'property-removed';
  report(at, code, 'is gone', { base: before.pointer, head: head.pointer });
  if (head.rest.value !== false && !takesAnything(head.rest)) at.compare(before, head.rest, at);
}

/** A property that the base does not declare could be sent before where the base said something of all the rest. */
function compareAdded(after: Place, isRequired: boolean, base: SchemaMember, at: Comparing): void {
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

function compareRest(base: Place, head: Place, at: Comparing): void {
  const pointers = { base: base.pointer, head: head.pointer };
  if (isSame(base.value, head.value) && typeof base.value === 'boolean') return;
  if (base.value === false)
    report(at, 'object-opened', 'may have fields that are not declared now', pointers);
  else if (head.value === false) {
    report(at, 'object-closed', 'may have no fields that are not declared any more', pointers);
  } else if (!(takesAnything(base) && takesAnything(head))) at.compare(base, head, atProperty(at, '*'));
}

/** What every object may have unless it is said otherwise; whoever follows the description sends none of it. */
function takesAnything({ value }: Place): boolean {
  return value === true || isSame(value, {});
}
