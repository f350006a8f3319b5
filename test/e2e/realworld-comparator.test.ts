import { describe, expect, test } from 'vitest';
import { compareDescriptions, printDifferences, sortDifferences } from './support/compare-descriptions.js';
import { type JsonObject, readOperations } from './support/read-operations.js';

/** One operation, everything behind references. */
const SHARED: JsonObject = {
  paths: {
    '/items/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      put: {
        tags: ['Items'],
        security: [{ Token: [] }],
        requestBody: { $ref: '#/components/requestBodies/Change' },
        responses: {
          200: { $ref: '#/components/responses/One' },
          404: { description: 'No such item.' },
        },
      },
    },
  },
  components: {
    parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } } },
    requestBodies: {
      Change: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
      },
    },
    responses: {
      One: {
        description: 'One item.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
      },
    },
    schemas: {
      Part: { type: 'integer' },
      Item: {
        type: 'object',
        description: 'Something.',
        required: ['name', 'made'],
        properties: {
          name: { type: 'string' },
          made: { type: 'string', format: 'date-time' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        },
      },
    },
  },
};

const ITEM: JsonObject = {
  type: 'object',
  required: ['made', 'name'],
  properties: {
    made: { type: 'string', format: 'date-time', title: 'When' },
    parts: { type: 'array', items: { type: 'integer' } },
    name: { type: 'string' },
  },
};

/** The same operation written out in full, in another order and in other words. */
const INLINE: JsonObject = {
  security: [{ Token: [] }],
  paths: {
    '/items/{id}': {
      put: {
        tags: ['Items'],
        summary: 'Change an item',
        responses: {
          404: { description: 'Gone or never there.' },
          200: { description: 'OK', content: { 'application/json': { schema: ITEM } } },
        },
        requestBody: { required: true, content: { 'application/json': { schema: ITEM } } },
        parameters: [{ in: 'path', name: 'id', required: true, schema: { minimum: 1, type: 'integer' } }],
      },
    },
  },
};

/** A copy of `INLINE` in which the text `from` has become `to`. */
function changed(from: string, to: string): JsonObject {
  const text = JSON.stringify(INLINE);
  expect(text, `${from} is not in the description`).toContain(from);
  return JSON.parse(text.replace(from, to));
}

describe('reading the operations of a description', () => {
  test('resolves references and leaves words out', () => {
    expect(readOperations(SHARED).get('PUT /items/{id}')?.parameters).toEqual({
      'path id': { required: true, schema: { type: 'integer', minimum: 1 } },
    });
  });

  test('lets a name stand where a recursive schema begins again', () => {
    const $ref = '#/components/schemas/Tree';
    const tree = { type: 'array', items: { $ref } };
    const [operation] = readOperations({
      paths: {
        '/a': { get: { responses: { 200: { content: { 'application/json': { schema: { $ref } } } } } } },
      },
      components: { schemas: { Tree: tree } },
    }).values();
    expect(operation?.successes).toEqual({ 200: { 'application/json': tree } });
  });

  test('does not take a property for a keyword', () => {
    const schema = {
      type: 'object',
      properties: { title: { type: 'string' }, required: { type: 'boolean' } },
    };
    const [operation] = readOperations({
      paths: { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
    }).values();
    expect(operation?.successes).toEqual({ 200: { 'application/json': schema } });
  });

  test('says which reference leads nowhere', () => {
    const description = {
      paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/X' } } } } },
    };
    expect(() => readOperations(description)).toThrow('#/components/responses/X');
  });
});

describe('comparing two descriptions', () => {
  test('finds no difference in words, order and names of components', () => {
    expect(printDifferences(compareDescriptions(SHARED, INLINE))).toBe('');
  });

  test.each([
    ['a bound', '"minimum":1', '"minimum":0', 'parameters › path id › schema › minimum'],
    [
      'a parameter that may be left out',
      '"name":"id","required":true',
      '"name":"id"',
      'parameters › path id › required',
    ],
    ['a parameter by another name', '"name":"id"', '"name":"key"', 'parameters › path id'],
    ['a format', '"format":"date-time"', '"format":"date"', 'properties › made › format'],
    ['a required property', '["made","name"]', '["made"]', 'application/json › required'],
    ['a property', '"name":{"type":"string"}', '"title":{"type":"string"}', 'properties › name'],
    ['a status', '"200"', '"201"', 'successes › 200'],
    ['a failure', '"404"', '"410"', 'failures › 404'],
    ['who may call', '"Token"', '"ApiKey"', 'security'],
    ['a tag', '"Items"', '"Things"', 'tags'],
    ['a method', '"put"', '"patch"', 'PUT /items/{id}'],
    ['a path', '/items/{id}', '/things/{id}', 'PUT /items/{id}'],
    ['a media type', 'application/json', 'text/plain', '› application/json'],
  ])('sees %s', (_what, from, to, place) => {
    const printed = printDifferences(compareDescriptions(INLINE, changed(from, to)));
    expect(printed).toContain(place);
  });

  test('prints the place, what was given and what is there instead', () => {
    expect(printDifferences(compareDescriptions(INLINE, changed('"minimum":1', '"minimum":0')))).toBe(
      'PUT /items/{id} › parameters › path id › schema › minimum\n  given: 1\n  ours:  0',
    );
  });

  test('sorts out what is meant, and tells which reason is out of date', () => {
    const differences = compareDescriptions(INLINE, changed('"minimum":1', '"minimum":0,"maximum":9'));
    const { unexplained, unusedReasons } = sortDifferences(differences, [
      { reason: 'an upper bound', accepts: ({ place }) => place.at(-1) === 'maximum' },
      { reason: 'another tag', accepts: ({ place }) => place.includes('tags') },
    ]);
    expect(unexplained.map(({ place }) => place.at(-1))).toEqual(['minimum']);
    expect(unusedReasons).toEqual(['another tag']);
  });
});
