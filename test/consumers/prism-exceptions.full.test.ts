import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerJson, type JsonServer } from './support/answer-json.js';
import { PRISM_EXCEPTIONS } from './support/prism-exceptions.js';
import { type Prism, startPrism } from './support/start-prism.js';

let upstream: JsonServer;
let prism: Prism;

beforeAll(async () => {
  upstream = await answerJson((path) => PRISM_EXCEPTIONS[Number(path.slice(1))]?.proof.body ?? null);
  prism = await startPrism(describeProofs(), upstream.url);
});
afterAll(async () => {
  await prism?.stop();
  upstream?.close();
});

describe('Prism holds against what is as described', () => {
  test.each(PRISM_EXCEPTIONS)('$name', async ({ name, parts, proof }) => {
    const index = PRISM_EXCEPTIONS.findIndex((one) => one.name === name);
    const { violations } = await prism.ask(`/${index}?${proof.query}`);
    expect([...violations.request, ...violations.response].join('\n')).toMatch(proof.says);
    for (const part of ['request', 'response'] as const) {
      if (!parts.includes(part)) expect(violations[part]).toEqual([]);
    }
  });
});

/** The least descriptions of all, an operation each. */
function describeProofs(): object {
  const paths = PRISM_EXCEPTIONS.map(({ proof: { parameter, answer = { type: 'null' } } }, index) => {
    const responses = { 200: { description: 'Fine.', content: { 'application/json': { schema: answer } } } };
    return [`/${index}`, { get: { ...(parameter && { parameters: [parameter] }), responses } }];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Proofs', version: '1' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths: Object.fromEntries(paths),
  };
}
