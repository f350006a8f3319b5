import { isObject, isSame, type Json, printStable } from '../json.js';
import { listMembers, type Place, stepInto } from '../place.js';
import { type Bounds, readBounds } from './bounds.js';
import { readConstraints } from './constraints.js';
import type { Conjunction } from './expand-union.js';

/** `any` takes values of every type. */
export type MemberType = 'any' | 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/** What values of one type have to satisfy, in a form in which two can be compared keyword by keyword. */
export interface SchemaMember {
  readonly type: MemberType;
  readonly pointer: string;
  readonly branch?: Place;
  /** The values listed one by one, by their text; null when they are not. */
  readonly values: ReadonlyMap<string, Json> | null;
  readonly bounds: Bounds;
  readonly multiples: readonly number[];
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  /** `contentEncoding` and `contentMediaType`, as one text. */
  readonly content: string;
  readonly isUnique: boolean;
  readonly properties: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  /** The schema of properties that are not declared. */
  readonly rest: Place;
  /** Whether it is said that there may be such properties: clients have a type for them. */
  readonly isOpen: boolean;
  readonly prefix: readonly Place[];
  readonly items: Place;
  /** What cannot be compared in parts, as text by keyword. */
  readonly constraints: ReadonlyMap<string, string>;
}

/** Reads `conjunction` for values of `type`. */
export function readMember(
  { places, branch }: Conjunction,
  type: MemberType,
  values: SchemaMember['values'],
  origin: Place,
): SchemaMember {
  const texts = (keyword: string) => collect(places, keyword, (value) => typeof value === 'string');
  const last = places.at(-1) ?? origin;
  const objects = readObject(places, last);
  const lists = places.filter((place) => isObject(place.value));
  return {
    type,
    pointer: last.pointer,
    ...(branch && { branch }),
    values,
    bounds: readBounds(places, type),
    multiples: collect(places, 'multipleOf', (value) => typeof value === 'number').filter(
      (value) => !(type === 'integer' && value === 1),
    ) as number[],
    patterns: type === 'string' ? (texts('pattern') as string[]) : [],
    formats: texts('format') as string[],
    content: [...texts('contentEncoding'), ...texts('contentMediaType')].join(' '),
    isUnique: places.some((place) => stepInto(place, 'uniqueItems').value === true),
    ...objects,
    prefix: readPrefix(lists, last),
    items: joinPlaces(
      lists.map((place) => restOf(place, 'items')),
      last,
    ),
    constraints: readConstraints(places),
  };
}

function readObject(
  places: readonly Place[],
  last: Place,
): Pick<SchemaMember, 'properties' | 'required' | 'rest' | 'isOpen'> {
  const required = new Set(
    places.flatMap((place) => listMembers(stepInto(place, 'required')).map(([, { value }]) => String(value))),
  );
  const keys = new Set(
    places.flatMap((place) => listMembers(stepInto(place, 'properties')).map(([key]) => key)),
  );
  for (const key of required) keys.add(key);
  // A property that one part declares and another does not has to satisfy the rest of that other too.
  const schemaOf = (key: string) =>
    joinPlaces(
      places.map((place) => {
        const declared = stepInto(place, 'properties', key);
        return declared.value === undefined ? restOf(place, 'additionalProperties') : declared;
      }),
      stepInto(last, 'properties', key),
    );
  const rest = joinPlaces(
    places.map((place) => restOf(place, 'additionalProperties')),
    last,
  );
  const isDeclared = places.some((place) => stepInto(place, 'additionalProperties').value !== undefined);
  return {
    properties: new Map([...keys].map((key) => [key, schemaOf(key)])),
    required,
    rest,
    isOpen: isDeclared && rest.value !== false,
  };
}

function readPrefix(places: readonly Place[], last: Place): readonly Place[] {
  const lengths = places.map((place) => listMembers(stepInto(place, 'prefixItems')).length);
  return Array.from({ length: Math.max(0, ...lengths) }, (_, index) =>
    joinPlaces(
      places.map((place, at) =>
        index < (lengths[at] ?? 0) ? stepInto(place, 'prefixItems', index) : restOf(place, 'items'),
      ),
      last,
    ),
  );
}

/** The schema of what a list of schemas leaves over; `true` when nothing is said. */
function restOf(place: Place, keyword: string): Place {
  const rest = stepInto(place, keyword);
  return rest.value === undefined ? { ...rest, value: true } : rest;
}

/** One schema for several that hold together. */
function joinPlaces(places: readonly Place[], at: Place): Place {
  const saying = places.filter(({ value }) => value !== true && !isSame(value, {}));
  const parts = [...new Map(saying.map((place) => [printStable(place.value), place])).values()];
  const [first, second] = parts;
  if (!first) return places[0] ?? { ...at, value: true };
  if (!second) return first;
  const value = { allOf: parts.map((part) => part.value ?? true) };
  // No place of the document: the pointer has to be another than that of any part.
  return { document: first.document, value, pointer: parts.map(({ pointer }) => pointer).join('&'), parts };
}

function collect(places: readonly Place[], keyword: string, isGood: (value: unknown) => boolean): Json[] {
  const found = places.map((place) => stepInto(place, keyword).value).filter(isGood) as Json[];
  return [...new Map(found.map((value) => [printStable(value), value])).values()];
}
