import type { Carrier, ConstructName } from '../../schemas/constructs.js';
import { toTexts } from '../../schemas/support/texts.js';

/** Where Prism is wrong, or where OpenAPI says nothing, and the least description that shows it. */
export interface PrismException {
  readonly name: string;
  readonly reason: string;
  readonly parts: readonly ('request' | 'response')[];
  applies(construct: ConstructName, carrier: Carrier, value: unknown): boolean;
  readonly proof: {
    readonly parameter?: object;
    readonly answer?: object;
    readonly query: string;
    readonly body?: unknown;
    /** What Prism says of a request and an answer that are as described. */
    readonly says: RegExp;
  };
}

const parameter = (schema: object, more: object = {}): object => ({
  name: 'value',
  in: 'query',
  required: true,
  schema,
  ...more,
});
const deepObject = { style: 'deepObject', explode: true };
const objectOf = (key: string, schema: object = { type: 'string' }): object => ({
  type: 'object',
  properties: { [key]: schema },
  required: [key],
});

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.keys(value).length === 0 || Object.values(value).some(isEmpty));

export const PRISM_EXCEPTIONS: readonly PrismException[] = [
  {
    name: 'an empty text in a query',
    reason: 'Prism takes a parameter whose text is empty for one that is missing.',
    parts: ['request'],
    applies: (_, carrier, value) => carrier === 'query' && toTexts(value) === '',
    proof: { parameter: parameter({ type: 'string' }), query: 'value=', says: /required property 'value'/ },
  },
  {
    name: 'an object that is left out of a query',
    reason: 'Prism takes an optional `deepObject` that is missing for an empty one.',
    parts: ['request'],
    applies: (construct, carrier, value) =>
      construct === 'objectOptional' && carrier === 'query' && toTexts(value) === undefined,
    proof: {
      parameter: parameter(objectOf('a'), { ...deepObject, required: false }),
      query: '',
      says: /required property 'a'/,
    },
  },
  {
    name: 'a list or an object that is empty in a query',
    reason:
      'OpenAPI has no way to say one. Here it is the key `value[]`, which Prism does not know and passes on as `value[]=`.',
    parts: ['request'],
    applies: (_, carrier, value) => carrier === 'query' && isEmpty(value),
    proof: {
      parameter: parameter({ type: 'array', items: { type: 'string' } }, { style: 'form', explode: true }),
      query: 'value[]',
      says: /required property 'value'/,
    },
  },
  {
    name: 'a union of objects in a query',
    reason:
      'Prism reads the keys of a `deepObject` only where `type: object` stands beside its `properties`.',
    parts: ['request'],
    applies: (construct, carrier) => carrier === 'query' && UNIONS_OF_OBJECTS.has(construct),
    proof: {
      parameter: parameter({ anyOf: [objectOf('a'), objectOf('b')] }, deepObject),
      query: 'value[a]=x',
      says: /required property 'value'/,
    },
  },
  {
    name: 'a list inside an object in a query',
    reason:
      'OpenAPI leaves it open how a `deepObject` says a list. Prism wants indexes, `value[ids][0]=1`, and not the key again as everywhere else in a query.',
    parts: ['request'],
    applies: (construct, carrier) => construct === 'objectNested' && carrier === 'query',
    proof: {
      parameter: parameter(
        objectOf('ids', { type: 'array', items: { type: 'string' }, minItems: 1 }),
        deepObject,
      ),
      query: 'value[ids]=x',
      says: /must NOT have fewer than 1 items/,
    },
  },
  {
    name: 'a tuple with a rest in a query',
    reason:
      'Prism reads parameters by draft 7 of JSON Schema, whatever the dialect; there `items` means every item: stoplightio/prism#2797.',
    parts: ['request'],
    applies: (construct, carrier) => construct === 'tupleRest' && carrier === 'query',
    proof: {
      parameter: parameter(
        { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'boolean' } },
        { style: 'form', explode: true },
      ),
      query: 'value=7&value=true',
      says: /value\.0 must be boolean/,
    },
  },
  {
    name: 'two patterns of one text',
    reason: 'Prism joins the patterns of an `allOf` to one that has to match at a single position.',
    parts: ['request', 'response'],
    applies: (construct) => construct === 'stringRegexTwice',
    proof: {
      answer: { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'z$' }] },
      query: '',
      body: 'abz',
      says: /must match pattern "\(\?=\^a\)\(\?=z\$\)"/,
    },
  },
];

const UNIONS_OF_OBJECTS: ReadonlySet<ConstructName> = new Set([
  'unionObjects',
  'unionInside',
  'unionNullable',
  'discriminated',
  'discriminatedDates',
  'discriminatedNamed',
  'discriminatedByNumber',
  'discriminatedByBoolean',
  'discriminatedOptional',
  'xor',
  'intersectionUnion',
]);
