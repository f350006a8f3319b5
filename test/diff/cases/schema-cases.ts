import type { Json, JsonObject } from '../../../src/diff/json.js';
import type { Level } from '../../../src/diff/level.js';
import type { SchemaCode } from '../../../src/diff/schema/schema-catalog.js';
import type { OasdiffRule } from '../support/oasdiff-rules.js';

/** A change of one schema, judged for values that callers send and for values they get. */
export interface SchemaCase {
  readonly title: string;
  readonly base: Json;
  readonly head: Json;
  readonly codes: readonly SchemaCode[];
  readonly request: Level;
  readonly response: Level;
  /** What the change the other way round is. */
  readonly inverse: readonly SchemaCode[];
  readonly schemas?: readonly [JsonObject, JsonObject];
  /** The rule of oasdiff for the same change. */
  readonly oasdiff?: { readonly request?: OasdiffRule; readonly response?: OasdiffRule };
  /** Why we judge otherwise than oasdiff. */
  readonly differs?: string;
}

/** An object with the one property `x`. */
function of(x: Json, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties: { x }, required: ['x'], ...more };
}

const TEXT = { type: 'string' };

/** An object with the property `x` and the deprecated one `y`. */
function withDeprecated(more: JsonObject = {}): JsonObject {
  return of(TEXT, { properties: { x: TEXT, y: { ...TEXT, deprecated: true } }, ...more });
}

const DOG = {
  type: 'object',
  properties: { kind: { const: 'dog' }, age: { type: 'integer' } },
  required: ['kind'],
};
const CAT = {
  type: 'object',
  properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
  required: ['kind'],
};

// biome-ignore lint/suspicious/noThenProperty: the keyword is called so
const CONDITION = { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } };

type Row = readonly [
  title: string,
  base: Json,
  head: Json,
  codes: SchemaCode | readonly SchemaCode[],
  request: Level,
  response: Level,
  inverse: SchemaCode | readonly SchemaCode[],
  more?: Pick<SchemaCase, 'oasdiff' | 'differs' | 'schemas'>,
];

// biome-ignore format: a row is a line
const ROWS: readonly Row[] = [
  ['a text becomes a number', of(TEXT), of({ type: 'number' }), 'type-changed', 'breaking', 'breaking', 'type-changed',
    { oasdiff: { request: 'request-property-type-changed', response: 'response-property-type-changed' } }],
  ['an integer becomes any number', of({ type: 'integer' }), of({ type: 'number' }), 'type-widened', 'safe', 'breaking', 'type-narrowed',
    { oasdiff: { request: 'request-property-type-generalized', response: 'response-property-type-generalized' } }],
  ['any value becomes a text', of({}), of(TEXT), 'type-specified', 'breaking', 'breaking', 'type-widened',
    { oasdiff: { request: 'request-property-list-of-types-narrowed', response: 'response-property-list-of-types-narrowed' }, differs: 'code that looks for a value of another type in the answer does not compile' }],
  ['any value becomes a text or a number', of({}), of({ type: ['string', 'number'] }), 'type-specified', 'breaking', 'breaking', 'type-widened'],
  ['a number becomes an integer', of({ type: 'number' }), of({ type: 'integer' }), 'type-narrowed', 'breaking', 'safe', 'type-widened'],
  ['a text may be a number too', of(TEXT), of({ type: ['string', 'number'] }), 'union-member-added', 'safe', 'breaking', 'union-member-removed',
    { oasdiff: { request: 'request-property-list-of-types-widened', response: 'response-property-list-of-types-widened' } }],
  ['a text may be null', of(TEXT), of({ type: ['string', 'null'] }), 'became-nullable', 'safe', 'breaking', 'became-not-nullable',
    { oasdiff: { request: 'request-property-became-nullable', response: 'response-property-became-nullable' } }],
  ['a text in a union with null may be null', of(TEXT), of({ anyOf: [TEXT, { type: 'null' }] }), 'became-nullable', 'safe', 'breaking', 'became-not-nullable',
    { oasdiff: { request: 'request-property-became-nullable', response: 'response-property-became-nullable' } }],
  ['null is no longer taken', of({ type: ['string', 'null'] }), of(TEXT), 'became-not-nullable', 'breaking', 'safe', 'became-nullable',
    { oasdiff: { request: 'request-property-became-not-nullable', response: 'response-property-became-not-nullable' } }],

  ['a value of an enum goes', of({ enum: ['a', 'b'] }), of({ enum: ['a'] }), 'enum-value-removed', 'breaking', 'breaking', 'enum-value-added',
    { oasdiff: { request: 'request-property-enum-value-removed', response: 'response-property-enum-value-removed' }, differs: 'code that compares the answer with the value does not compile' }],
  ['an enum grows', of({ enum: ['a'] }), of({ enum: ['a', 'b'] }), 'enum-value-added', 'safe', 'risky', 'enum-value-removed',
    { oasdiff: { request: 'request-property-enum-value-added', response: 'response-property-enum-value-added' } }],
  ['a text becomes an enum', of(TEXT), of({ type: 'string', enum: ['a'] }), 'became-enum', 'breaking', 'breaking', 'enum-lifted',
    { oasdiff: { request: 'request-property-became-enum' } }],
  ['a text becomes a constant', of(TEXT), of({ type: 'string', const: 'a' }), 'became-enum', 'breaking', 'breaking', 'enum-lifted',
    { oasdiff: { request: 'request-property-const-added' } }],
  ['a constant becomes a text', of({ type: 'string', const: 'a' }), of(TEXT), 'enum-lifted', 'safe', 'breaking', 'became-enum',
    { oasdiff: { request: 'request-property-const-removed', response: 'response-property-const-removed' } }],
  ['a constant changes', of({ const: 'a' }), of({ const: 'b' }), 'const-changed', 'breaking', 'breaking', 'const-changed',
    { oasdiff: { request: 'request-property-const-changed', response: 'response-property-const-changed' } }],
  ['a value of a union of constants goes', of({ anyOf: [{ const: 'a' }, { const: 'b' }] }), of({ type: 'string', enum: ['a'] }), 'enum-value-removed', 'breaking', 'breaking', 'enum-value-added'],

  ['a maximum is lowered', of({ type: 'number', maximum: 9 }), of({ type: 'number', maximum: 5 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed',
    { oasdiff: { request: 'request-property-max-decreased' } }],
  ['a maximum is raised', of({ type: 'number', maximum: 5 }), of({ type: 'number', maximum: 9 }), 'bound-relaxed', 'safe', 'breaking', 'bound-tightened',
    { oasdiff: { request: 'request-property-max-increased', response: 'response-property-max-increased' } }],
  ['a maximum is set', of({ type: 'number' }), of({ type: 'number', maximum: 5 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed',
    { oasdiff: { request: 'request-property-max-set' }, differs: 'oasdiff allows for a limit that was there and not written down; what procgen writes down is what the server checks' }],
  ['a minimum is raised', of({ type: 'number', minimum: 1 }), of({ type: 'number', minimum: 2 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed',
    { oasdiff: { request: 'request-property-min-increased' } }],
  ['a minimum is lowered', of({ type: 'number', minimum: 2 }), of({ type: 'number', minimum: 1 }), 'bound-relaxed', 'safe', 'breaking', 'bound-tightened',
    { oasdiff: { response: 'response-property-min-decreased' } }],
  ['a minimum becomes exclusive', of({ type: 'number', minimum: 1 }), of({ type: 'number', exclusiveMinimum: 1 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed'],
  ['an exclusive minimum is raised', of({ type: 'number', exclusiveMinimum: 1 }), of({ type: 'number', exclusiveMinimum: 2 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed',
    { oasdiff: { request: 'request-property-exclusive-min-increased' } }],
  ['a text may be shorter only', of({ type: 'string', maxLength: 9 }), of({ type: 'string', maxLength: 5 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed',
    { oasdiff: { request: 'request-property-max-length-decreased' } }],
  ['a text may be longer', of({ type: 'string', maxLength: 5 }), of({ type: 'string', maxLength: 9 }), 'bound-relaxed', 'safe', 'breaking', 'bound-tightened',
    { oasdiff: { request: 'request-property-max-length-increased', response: 'response-property-max-length-increased' } }],
  ['a text may be of any length', of({ type: 'string', maxLength: 5 }), of(TEXT), 'bound-relaxed', 'safe', 'breaking', 'bound-tightened',
    { oasdiff: { response: 'response-property-max-length-unset' } }],
  ['a text has to be longer', of({ type: 'string', minLength: 1 }), of({ type: 'string', minLength: 2 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed',
    { oasdiff: { request: 'request-property-min-length-increased' } }],
  ['an array has to be longer', of({ type: 'array', minItems: 1 }), of({ type: 'array', minItems: 2 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed',
    { oasdiff: { request: 'request-property-min-items-increased' } }],
  ['an array may be shorter', of({ type: 'array', minItems: 2 }), of({ type: 'array', minItems: 1 }), 'bound-relaxed', 'safe', 'breaking', 'bound-tightened',
    { oasdiff: { response: 'response-property-min-items-decreased' } }],
  ['an object may have fewer keys', of({ type: 'object', maxProperties: 9 }), of({ type: 'object', maxProperties: 5 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed'],
  ['only every other multiple is left', of({ type: 'number', multipleOf: 0.5 }), of({ type: 'number', multipleOf: 1 }), 'bound-tightened', 'breaking', 'safe', 'bound-relaxed'],
  ['a multiple is another', of({ type: 'number', multipleOf: 2 }), of({ type: 'number', multipleOf: 3 }), 'multiple-changed', 'breaking', 'breaking', 'multiple-changed'],

  ['a pattern is set', of(TEXT), of({ type: 'string', pattern: '^a' }), 'pattern-added', 'breaking', 'safe', 'pattern-removed',
    { oasdiff: { request: 'request-property-pattern-added', response: 'response-property-pattern-added' } }],
  ['a pattern goes', of({ type: 'string', pattern: '^a' }), of(TEXT), 'pattern-removed', 'safe', 'risky', 'pattern-added',
    { oasdiff: { request: 'request-property-pattern-removed', response: 'response-property-pattern-removed' }, differs: 'callers who take the text apart by the pattern fail on other texts' }],
  ['a pattern changes', of({ type: 'string', pattern: '^a' }), of({ type: 'string', pattern: '^b' }), 'pattern-changed', 'risky', 'risky', 'pattern-changed',
    { oasdiff: { request: 'request-property-pattern-changed' } }],
  ['a format is set', of(TEXT), of({ type: 'string', format: 'uuid' }), 'format-added', 'breaking', 'safe', 'format-removed',
    { oasdiff: { response: 'response-property-type-specialized' } }],
  ['a format goes', of({ type: 'string', format: 'date-time' }), of(TEXT), 'format-removed', 'safe', 'breaking', 'format-added',
    { oasdiff: { request: 'request-property-type-generalized', response: 'response-property-type-generalized' } }],
  ['a format changes', of({ type: 'string', format: 'date' }), of({ type: 'string', format: 'date-time' }), 'format-changed', 'breaking', 'breaking', 'format-changed',
    { oasdiff: { request: 'request-property-type-changed', response: 'response-property-type-changed' } }],
  ['a format becomes a wider one', of({ type: 'string', format: 'uri' }), of({ type: 'string', format: 'uri-reference' }), 'format-widened', 'safe', 'breaking', 'format-narrowed'],
  ['a text is encoded in another way', of({ type: 'string', contentEncoding: 'base64' }), of({ type: 'string', contentEncoding: 'base64url' }), 'content-changed', 'breaking', 'breaking', 'content-changed',
    { oasdiff: { request: 'request-property-content-encoding-changed' } }],

  ['an optional field is new', of(TEXT), { ...of(TEXT), properties: { x: TEXT, y: TEXT } }, 'property-added', 'safe', 'safe', 'property-removed',
    { oasdiff: { request: 'new-optional-request-property', response: 'response-optional-property-added' } }],
  ['a required field is new', of(TEXT), { ...of(TEXT), properties: { x: TEXT, y: TEXT }, required: ['x', 'y'] }, 'required-property-added', 'breaking', 'safe', 'property-removed',
    { oasdiff: { request: 'new-required-request-property', response: 'response-required-property-added' } }],
  ['a closed object gets an optional field', of(TEXT, { additionalProperties: false }), of(TEXT, { additionalProperties: false, properties: { x: TEXT, y: TEXT } }), 'property-added-to-closed', 'safe', 'risky', 'property-removed',
    { oasdiff: { request: 'new-optional-request-property', response: 'response-optional-property-added' }, differs: 'the answers say that they have no other fields: who checks them by the old schema refuses the new field' }],
  ['a closed object gets a required field', of(TEXT, { additionalProperties: false }), of(TEXT, { additionalProperties: false, properties: { x: TEXT, y: TEXT }, required: ['x', 'y'] }), 'required-property-added-to-closed', 'breaking', 'risky', 'property-removed'],
  ['a field goes that was always there', { type: 'object', properties: { x: TEXT, y: TEXT }, required: ['x', 'y'] }, of(TEXT), 'property-removed', 'breaking', 'breaking', 'required-property-added',
    { oasdiff: { request: 'request-property-removed', response: 'response-required-property-removed' }, differs: 'calls that send the field do not compile, and without types they lose what they send' }],
  ['a field goes that was there at times', { type: 'object', properties: { x: TEXT, y: TEXT }, required: ['x'] }, of(TEXT), 'property-removed', 'breaking', 'breaking', 'property-added',
    { oasdiff: { request: 'request-property-removed', response: 'response-optional-property-removed' }, differs: 'code that sends or reads the field does not compile' }],
  ['a deprecated field goes', withDeprecated(), of(TEXT), 'deprecated-property-removed', 'risky', 'risky', 'property-added'],
  ['a deprecated field goes that was always there', withDeprecated({ required: ['x', 'y'] }), of(TEXT), 'required-deprecated-property-removed', 'risky', 'breaking', 'required-property-added'],
  ['a deprecated field of a closed object goes', withDeprecated({ additionalProperties: false }), of(TEXT, { additionalProperties: false }), 'deprecated-property-removed-from-closed', 'breaking', 'risky', 'property-added-to-closed'],
  ['a deprecated field of a closed object goes that was always there', withDeprecated({ required: ['x', 'y'], additionalProperties: false }), of(TEXT, { additionalProperties: false }), 'required-deprecated-property-removed-from-closed', 'breaking', 'breaking', 'required-property-added-to-closed'],
  ['a field of a closed object goes', { type: 'object', properties: { x: TEXT, y: TEXT }, required: ['x'], additionalProperties: false }, of(TEXT, { additionalProperties: false }), 'property-removed', 'breaking', 'breaking', 'property-added-to-closed',
    { oasdiff: { request: 'request-property-removed', response: 'response-optional-property-removed' }, differs: 'a closed object refuses what it does not know, so requests that carry the field fail' }],
  ['a field becomes required', of(TEXT, { required: [] }), of(TEXT), 'property-became-required', 'breaking', 'safe', 'property-became-optional',
    { oasdiff: { request: 'request-property-became-required', response: 'response-property-became-required' } }],
  ['a field becomes optional', of(TEXT), of(TEXT, { required: [] }), 'property-became-optional', 'safe', 'breaking', 'property-became-required',
    { oasdiff: { request: 'request-property-became-optional', response: 'response-property-became-optional' } }],
  ['an object is closed', of(TEXT), of(TEXT, { additionalProperties: false }), 'object-closed', 'breaking', 'safe', 'object-opened',
    { oasdiff: { request: 'request-property-unevaluated-properties-added' } }],
  ['an object is opened', of(TEXT, { additionalProperties: false }), of(TEXT), 'object-opened', 'safe', 'risky', 'object-closed'],
  ['fields of any name are no longer declared', of(TEXT, { additionalProperties: {} }), of(TEXT), 'additional-properties-removed', 'breaking', 'breaking', 'additional-properties-added'],
  ['an object that declares fields of any name is closed', of(TEXT, { additionalProperties: true }), of(TEXT, { additionalProperties: false }), 'additional-properties-removed', 'breaking', 'breaking', 'object-opened'],
  ['fields of one part may have any name', of({ allOf: [DOG, { additionalProperties: {} }] }), of(DOG), 'additional-properties-removed', 'breaking', 'breaking', 'additional-properties-added'],
  ['fields of a type and any name are no longer declared', of(TEXT, { additionalProperties: TEXT }), of(TEXT), 'additional-properties-removed', 'breaking', 'breaking', 'constraint-added'],
  ['the values of a record may be of one type only', of(TEXT, { additionalProperties: {} }), of(TEXT, { additionalProperties: TEXT }), 'type-specified', 'breaking', 'breaking', 'type-widened'],
  ['the values of a record change', { type: 'object', additionalProperties: TEXT }, { type: 'object', additionalProperties: { type: 'number' } }, 'type-changed', 'breaking', 'breaking', 'type-changed'],
  ['the keys of a record are limited', of({ type: 'object', additionalProperties: TEXT }), of({ type: 'object', additionalProperties: TEXT, propertyNames: { maxLength: 3 } }), 'constraint-added', 'breaking', 'safe', 'constraint-removed',
    { oasdiff: { request: 'request-property-property-names-added' } }],
  ['the keys of a record are free', of({ type: 'object', propertyNames: { maxLength: 3 } }), of({ type: 'object' }), 'constraint-removed', 'safe', 'breaking', 'constraint-added',
    { oasdiff: { response: 'response-property-property-names-removed' } }],
  ['a key that matches a pattern is bound', of({ type: 'object' }), of({ type: 'object', patternProperties: { '^x-': TEXT } }), 'constraint-added', 'breaking', 'safe', 'constraint-removed',
    { oasdiff: { request: 'request-property-pattern-property-added' } }],
  ['one field needs another', of({ type: 'object' }), of({ type: 'object', dependentRequired: { a: ['b'] } }), 'constraint-added', 'breaking', 'safe', 'constraint-removed',
    { oasdiff: { request: 'request-property-dependent-required-added' } }],
  ['one field no longer needs another', of({ type: 'object', dependentRequired: { a: ['b'] } }), of({ type: 'object' }), 'constraint-removed', 'safe', 'breaking', 'constraint-added',
    { oasdiff: { request: 'request-property-dependent-required-removed', response: 'response-property-dependent-required-removed' } }],
  ['one field needs another one than before', of({ type: 'object', dependentRequired: { a: ['b'] } }), of({ type: 'object', dependentRequired: { a: ['c'] } }), 'constraint-changed', 'risky', 'risky', 'constraint-changed',
    { oasdiff: { request: 'request-property-dependent-required-changed' }, differs: 'what takes more or less cannot be told here for every such keyword' }],
  ['a condition is set', of({ type: 'object' }), of(CONDITION), 'constraint-added', 'breaking', 'safe', 'constraint-removed',
    { oasdiff: { request: 'request-property-if-added' } }],
  ['a condition goes', of(CONDITION), of({ type: 'object' }), 'constraint-removed', 'safe', 'breaking', 'constraint-added',
    { oasdiff: { request: 'request-property-if-removed', response: 'response-property-if-removed' } }],
  ['fields that no part declares are refused', of({ type: 'object' }), of({ type: 'object', unevaluatedProperties: false }), 'constraint-added', 'breaking', 'safe', 'constraint-removed',
    { oasdiff: { request: 'request-property-unevaluated-properties-added' } }],

  ['the items of an array change', of({ type: 'array', items: TEXT }), of({ type: 'array', items: { type: 'number' } }), 'type-changed', 'breaking', 'breaking', 'type-changed',
    { oasdiff: { request: 'request-property-type-changed', response: 'response-property-type-changed' } }],
  ['an array has to be a set', of({ type: 'array' }), of({ type: 'array', uniqueItems: true }), 'unique-items-added', 'breaking', 'safe', 'unique-items-removed'],
  ['an array has to hold something', of({ type: 'array' }), of({ type: 'array', contains: TEXT }), 'constraint-added', 'breaking', 'safe', 'constraint-removed',
    { oasdiff: { request: 'request-property-contains-added' } }],
  ['an array need not hold it any more', of({ type: 'array', contains: TEXT }), of({ type: 'array' }), 'constraint-removed', 'safe', 'breaking', 'constraint-added',
    { oasdiff: { request: 'request-property-contains-removed', response: 'response-property-contains-removed' } }],
  ['a tuple gets shorter', of({ type: 'array', prefixItems: [TEXT, TEXT], items: false }), of({ type: 'array', prefixItems: [TEXT], items: false }), 'tuple-shortened', 'breaking', 'breaking', 'tuple-extended',
    { oasdiff: { request: 'request-property-prefix-items-removed' } }],
  ['a tuple gets longer', of({ type: 'array', prefixItems: [TEXT], items: false }), of({ type: 'array', prefixItems: [TEXT, TEXT], items: false }), 'tuple-extended', 'safe', 'breaking', 'tuple-shortened',
    { oasdiff: { response: 'response-property-prefix-items-added' } }],
  ['a tuple with a rest gets longer', of({ type: 'array', prefixItems: [TEXT], items: TEXT, maxItems: 1 }), of({ type: 'array', prefixItems: [TEXT], items: TEXT, maxItems: 5 }), 'bound-relaxed', 'safe', 'breaking', 'bound-tightened'],
  ['a tuple that is closed by its length gets longer', of({ type: 'array', prefixItems: [TEXT], minItems: 1, maxItems: 1 }), of({ type: 'array', prefixItems: [TEXT, TEXT], minItems: 1, maxItems: 2 }), 'tuple-extended', 'safe', 'breaking', 'tuple-shortened'],

  ['a union grows', of({ anyOf: [DOG] }), of({ anyOf: [DOG, CAT] }), 'union-member-added', 'safe', 'breaking', 'union-member-removed',
    { oasdiff: { request: 'request-property-any-of-added' } }],
  ['a union shrinks', of({ anyOf: [DOG, CAT] }), of({ anyOf: [DOG] }), 'union-member-removed', 'breaking', 'breaking', 'union-member-added',
    { oasdiff: { request: 'request-property-any-of-removed' } }],
  ['a union of tagged objects grows', of({ oneOf: [DOG] }), of({ oneOf: [DOG, CAT] }), 'union-member-added', 'safe', 'breaking', 'union-member-removed',
    { oasdiff: { request: 'request-property-one-of-added', response: 'response-property-one-of-added' } }],
  ['a union of tagged objects shrinks', of({ oneOf: [DOG, CAT] }), of({ oneOf: [DOG] }), 'union-member-removed', 'breaking', 'breaking', 'union-member-added',
    { oasdiff: { request: 'request-property-one-of-removed', response: 'response-property-one-of-removed' }, differs: 'code that handles the member does not compile' }],
  ['a member of a tagged union changes', of({ oneOf: [DOG, CAT] }), of({ oneOf: [CAT, { ...DOG, required: ['kind', 'age'] }] }), 'property-became-required', 'breaking', 'safe', 'property-became-optional'],
  ['members are told apart by another field', of({ oneOf: [DOG, CAT], discriminator: { propertyName: 'kind' } }), of({ oneOf: [DOG, CAT], discriminator: { propertyName: 'age' } }), 'discriminator-changed', 'risky', 'risky', 'discriminator-changed',
    { oasdiff: { request: 'request-property-discriminator-property-name-changed' }, differs: 'generated clients look at that field to choose a class' }],
  ['members that share values exclude each other', of({ anyOf: [{ type: 'number', maximum: 5 }, { type: 'number', minimum: 3 }] }), of({ oneOf: [{ type: 'number', maximum: 5 }, { type: 'number', minimum: 3 }] }), 'union-overlaps', 'risky', 'risky', 'union-overlaps'],
  ['a member that shares values is exchanged for one that covers it', of({ oneOf: [{}, { type: 'boolean' }] }), of({ oneOf: [{}, {}] }), 'union-overlaps', 'risky', 'risky', 'union-overlaps'],
  ['null fits two members that exclude each other', of({ anyOf: [{ enum: ['x', null] }, { type: ['boolean', 'null'] }] }), of({ oneOf: [{ enum: ['x', null] }, { type: ['boolean', 'null'] }] }), 'union-overlaps', 'risky', 'risky', 'union-overlaps'],
  ['a listed value comes to fit two members', of({ oneOf: [{ enum: ['a', 'b'] }, { enum: ['c'] }] }), of({ oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }), 'union-overlaps', 'risky', 'risky', 'union-overlaps'],
  ['a further schema has to be met', of(DOG), of({ allOf: [DOG, { required: ['age'] }] }), 'property-became-required', 'breaking', 'safe', 'property-became-optional',
    { oasdiff: { request: 'request-property-all-of-added' } }],
  ['a value is excluded', of(TEXT), of({ type: 'string', not: { const: 'root' } }), 'constraint-added', 'breaking', 'safe', 'constraint-removed'],

  ['a default changes', of({ type: 'number', default: 1 }), of({ type: 'number', default: 2 }), 'default-changed', 'risky', 'safe', 'default-changed',
    { oasdiff: { request: 'request-property-default-value-changed' }, differs: 'calls that leave the field out do something else than before' }],
  ['a field is deprecated', of(TEXT), of({ type: 'string', deprecated: true }), 'deprecated', 'safe', 'safe', 'undeprecated',
    { oasdiff: { request: 'request-property-deprecated', response: 'response-property-deprecated' } }],
  ['a field can be read only', of(TEXT), of({ type: 'string', readOnly: true }), 'access-changed', 'risky', 'risky', 'access-changed'],
  ['a description changes', of({ type: 'string', description: 'a' }), of({ type: 'string', description: 'b' }), 'documentation-changed', 'safe', 'safe', 'documentation-changed'],

  ['a named schema changes', { $ref: '#/components/schemas/Item' }, { $ref: '#/components/schemas/Item' }, 'type-changed', 'breaking', 'breaking', 'type-changed',
    { schemas: [{ Item: of(TEXT) }, { Item: of({ type: 'number' }) }] }],
  ['a named schema changes that leads to itself', { $ref: '#/components/schemas/Tree' }, { $ref: '#/components/schemas/Tree' }, 'bound-tightened', 'breaking', 'safe', 'bound-relaxed',
    { schemas: [tree({ type: 'string' }), tree({ type: 'string', maxLength: 5 })] }],
];

function tree(name: Json): JsonObject {
  const children = { type: 'array', items: { $ref: '#/components/schemas/Tree' } };
  return { Tree: { type: 'object', properties: { name, children }, required: ['name', 'children'] } };
}

export const SCHEMA_CASES: readonly SchemaCase[] = ROWS.map(
  ([title, base, head, codes, request, response, inverse, more]) => ({
    title,
    base,
    head,
    codes: [codes].flat(),
    request,
    response,
    inverse: [inverse].flat(),
    ...more,
  }),
);
