import fc from 'fast-check';

/** Bodies that nobody means to send. */
export const noise: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '',
    'null',
    '[]',
    '"x"',
    '7',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '\uFEFF{}',
    '{"__proto__":{"x":1}}',
    '{"\\u005f_proto__":1}',
    '{"constructor":{"prototype":{"x":1}}}',
    `${'['.repeat(70)}${']'.repeat(70)}`,
    `{"a":${'9'.repeat(400)}}`,
    '{"a":1e999}',
    '{"a":"\\ud800"}',
    '{"a":1}{"a":2}',
    `{"a":"${'x'.repeat(5_000)}"}`,
  ),
);
