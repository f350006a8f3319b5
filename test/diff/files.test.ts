import { expect, test } from 'vitest';
import { diffDescriptions } from '../../src/diff/diff-descriptions.js';
import type { JsonObject } from '../../src/diff/json.js';
import { describeOperation } from './support/describe-api.js';

const NOW = new Date('2026-06-01');
const TITLE = { title: { type: 'string' } };
const FILE = { type: 'string', format: 'binary' };

function takes(type: string, properties: JsonObject, encoding?: JsonObject): JsonObject {
  const schema = { type: 'object', properties, required: ['title'] };
  const content = { [type]: { schema, ...(encoding && { encoding }) } };
  return describeOperation({ requestBody: { required: true, content } });
}

const form = (...files: readonly string[]) =>
  takes(
    'multipart/form-data',
    { ...TITLE, ...Object.fromEntries(files.map((name) => [name, FILE])) },
    Object.fromEntries(files.map((name) => [name, { contentType: 'image/png' }])),
  );

const listChanges = (base: JsonObject, head: JsonObject) =>
  diffDescriptions(base, head, { now: NOW }).map(({ code, level, message }) => [code, level, message]);

test('a new optional file is harmless in a form', () => {
  expect(listChanges(form('letter'), form('letter', 'stamp'))).toEqual([
    ['request-property-added', 'safe', 'Request body: `stamp` is new.'],
  ]);
});

test('a file that goes is told of once', () => {
  expect(listChanges(form('letter', 'stamp'), form('letter'))).toEqual([
    ['request-property-removed', 'breaking', 'Request body: `stamp` is gone.'],
  ]);
});

test('a new optional file breaks callers that have sent JSON', () => {
  expect(listChanges(takes('application/json', TITLE), form('stamp'))).toEqual([
    ['request-media-type-removed', 'breaking', 'Request body: the media type `application/json` is gone.'],
    ['request-media-type-added', 'safe', 'Request body: the media type `multipart/form-data` is new.'],
  ]);
});

test('the types that a file may no longer have, or may have too, are told', () => {
  const of = (contentType: string) =>
    takes('multipart/form-data', { ...TITLE, a: FILE }, { a: { contentType } });
  expect(listChanges(of('image/png, image/gif'), of('image/gif, image/webp'))).toEqual([
    ['request-part-type-removed', 'breaking', 'Request body: `a` no longer accepts `image/png`.'],
  ]);
  expect(listChanges(of('image/png'), of('image/png, image/gif, image/webp'))).toEqual([
    ['request-part-type-added', 'safe', 'Request body: `a` also accepts `image/gif`, `image/webp`.'],
  ]);
  expect(listChanges(of('application/octet-stream'), of('image/png'))).toEqual([
    ['request-part-type-removed', 'breaking', 'Request body: `a` no longer accepts other types.'],
  ]);
});
