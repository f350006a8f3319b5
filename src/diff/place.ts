import { DescriptionFault } from './description-fault.js';
import { isObject, type Json, type JsonObject } from './json.js';

/** A value of a description together with where it stands. */
export interface Place {
  readonly document: JsonObject;
  /** Undefined where the description says nothing. */
  readonly value: Json | undefined;
  /** A JSON pointer (RFC 6901), unique in its document. */
  readonly pointer: string;
  /** Schemas that hold here all together, where no single one stands in the document; `value` only names them. */
  readonly parts?: readonly Place[];
}

export function rootPlace(document: JsonObject): Place {
  return { document, value: document, pointer: '' };
}

/** What stands below `place` under these keys; its value is undefined when there is nothing. */
export function stepInto(place: Place, ...keys: readonly (string | number)[]): Place {
  let { value, pointer } = place;
  for (const key of keys) {
    value = readMember(value, key);
    pointer += `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return { document: place.document, value, pointer };
}

/** The entries of an object, or the items of an array, as places. None when there is neither. */
export function listMembers(place: Place): readonly (readonly [string, Place])[] {
  const { value } = place;
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.keys(value).map((key) => [key, stepInto(place, key)]);
}

/** Where a chain of references ends; the place itself when it is none. */
export function follow(place: Place): Place {
  const seen = new Set<string>();
  let at = place;
  for (let target = targetOf(at); target; target = targetOf(at)) {
    if (seen.has(target.pointer))
      throw new DescriptionFault(`The reference at "#${place.pointer}" leads to itself.`);
    seen.add(target.pointer);
    at = target;
  }
  return at;
}

/** What a reference leads to; undefined when the place holds none. */
export function targetOf(place: Place): Place | undefined {
  const reference = isObject(place.value) ? place.value.$ref : undefined;
  if (typeof reference !== 'string') return undefined;
  if (reference !== '#' && !reference.startsWith('#/')) {
    throw new DescriptionFault(
      `"#${place.pointer}" refers to "${reference}", outside of the description. Bundle it into one file first.`,
    );
  }
  const keys = reference
    .split('/')
    .slice(1)
    .map((key) => decodeKey(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = stepInto(rootPlace(place.document), ...keys);
  if (target.value !== undefined) return target;
  throw new DescriptionFault(`"#${place.pointer}" refers to "${reference}", which is not there.`);
}

/** The name of the component that stands at the place; undefined elsewhere. */
export function componentName(place: Place): string | undefined {
  return /^\/components\/\w+\/([^/]+)$/.exec(place.pointer)?.[1];
}

/** A text below the place; undefined when there is none. */
export function readText(place: Place, key: string): string | undefined {
  const { value } = stepInto(place, key);
  return typeof value === 'string' ? value : undefined;
}

export function isTrue(place: Place, key: string): boolean {
  return stepInto(place, key).value === true;
}

function readMember(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
