import { expect, test } from 'vitest';
import { diffDescriptions } from '../../src/diff/diff-descriptions.js';
import type { JsonObject } from '../../src/diff/json.js';
import { describeOperation } from './support/describe-api.js';

const NOW = new Date('2026-06-01');

function answer(type: string, schema: JsonObject): JsonObject {
  return { responses: { 200: { description: 'Success.', content: { [type]: { schema } } } } };
}

function events(...names: readonly string[]): JsonObject {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const data = { type: 'object', properties, required: [...names] };
  const event = { type: 'object', properties: { id: { type: 'string' }, data }, required: ['data'] };
  return answer('text/event-stream', event);
}

const listChanges = (base: JsonObject, head: JsonObject) =>
  diffDescriptions(describeOperation(base), describeOperation(head), { now: NOW }).map(
    ({ code, level, message }) => [code, level, message],
  );

test('a field that is gone from the events of a stream breaks their callers, a new one does not', () => {
  expect(listChanges(events('title', 'text'), events('title'))).toEqual([
    ['response-property-removed', 'breaking', expect.stringContaining('data.text')],
  ]);
  expect(listChanges(events('title'), events('title', 'text')).map(([, level]) => level)).toEqual(['safe']);
});

test('an answer in JSON that becomes a stream breaks its callers', () => {
  const before = answer('application/json', { type: 'array', items: { type: 'string' } });
  const changes = listChanges(before, events('title'));
  expect(changes.map(([code]) => code)).toEqual(['response-media-type-removed', 'response-media-type-added']);
});
