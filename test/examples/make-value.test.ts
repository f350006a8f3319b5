import { expect, it } from 'vitest';
import { MAX_DEPTH } from '../../src/examples/generation-context.js';
import { makeValue } from '../../src/examples/make-value.js';
import { createRandom } from '../../src/examples/random.js';

const context = { random: createRandom('a'), depth: MAX_DEPTH, nowMs: 0, maxItems: 1 };

it('makes the smallest value of schemas of which each names all others, however many ways lead through them', () => {
  const names = Array.from({ length: 30 }, (_, index) => `Node${index}`);
  const nodes = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schemas = Object.fromEntries(
    names.map((name) => [
      name,
      {
        type: 'object',
        required: ['kind', 'child'],
        properties: { kind: { const: name }, child: { anyOf: [...nodes, { type: 'null' }] } },
      },
    ]),
  );
  expect(makeValue({ anyOf: nodes }, { ...context, schemas })).toEqual({ kind: 'Node0', child: null });
});

it('makes what ends where another choice never does', () => {
  const schemas = {
    Endless: {
      type: 'object',
      required: ['next'],
      properties: { next: { $ref: '#/components/schemas/Endless' } },
    },
    Deep: {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Leaf' } } },
    },
    Leaf: { const: 7 },
  };
  const anyOf = [{ $ref: '#/components/schemas/Endless' }, { $ref: '#/components/schemas/Deep' }];
  expect(makeValue({ anyOf }, { ...context, schemas })).toEqual({ a: [7] });
});
