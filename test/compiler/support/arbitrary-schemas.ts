import fc from 'fast-check';

/** Few, so that files give one id to schemas that are alike, and to others. */
const IDS = ['A', 'B', 'odd id'];

const leaf = fc.constantFrom(
  'z.string().min(1)',
  'z.number().int().default(3)',
  'z.date()',
  "z.enum(['a', 'b'])",
  'z.string().optional()',
  'z.bigint()',
  'z.unknown()',
  "z.literal(['x', 1])",
);

const { schema } = fc.letrec<{ schema: string }>((tie) => {
  const inner = tie('schema');
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 4, arbitrary: leaf },
      { weight: 1, arbitrary: fc.constantFrom('own', 'again', 'envelope') },
      { weight: 2, arbitrary: fc.tuple(inner, inner).map(([a, b]) => `z.object({ a: ${a}, b: ${b} })`) },
      { weight: 1, arbitrary: inner.map((a) => `z.array(${a})`) },
      { weight: 1, arbitrary: fc.tuple(inner, inner).map(([a, b]) => `z.union([${a}, ${b}])`) },
      {
        weight: 1,
        arbitrary: inner.map((a) => `z.object({ a: ${a}, get again() { return again.optional(); } })`),
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(inner, fc.constantFrom(...IDS))
          .map(([a, id]) => `z.object({ a: ${a} }).meta({ id: '${id}' })`),
      },
      { weight: 1, arbitrary: inner.map((a) => `${a}.describe('Said of it.')`) },
      { weight: 1, arbitrary: inner.map((a) => `${a}.refine(() => true, 'Is checked.')`) },
    ),
  };
});

const procedure = fc.tuple(schema, schema).map(
  ([input, output]) =>
    `procedure.meta({ openapi: { enabled: true, method: 'POST', path: 'PATH', tags: ['items'], summary: 'S', protect: true } })
  .input(z.object({ of: ${input} })).output(${output}).mutation((() => null) as never)`,
);

const file = fc.record({
  own: leaf.map((a) => `z.object({ a: ${a} })`),
  procedures: fc.array(procedure, { minLength: 1, maxLength: 3 }),
  isShared: fc.nat({ max: 3 }).map((chance) => chance === 0),
});

/**
 * Projects of up to four procedure files, with schemas of all sorts: named, recursive, alike and not. Some import a module of the
 * project.
 */
export const anySchemas: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .array(file, { minLength: 1, maxLength: 4 })
  .map((files) => {
    const texts = files.map(({ own, procedures, isShared }, at): [string, string] => [
      `procedures/p${at}.ts`,
      `import { actionResponse, procedure } from 'procgen';
import * as z from 'zod';
${isShared ? "import { shared } from '../shared.js';\n" : ''}
const own = ${own}.meta({ id: 'Own${at}' });
const again = z.object({ own, ${isShared ? 'shared, ' : ''}get inner() { return z.array(again); } });
const envelope = actionResponse(z.array(own));
${procedures.map((text, index) => `export const e${index} = ${text.replace('PATH', `/p${at}/${index}`)};`).join('\n')}
`,
    ]);
    const shared =
      "import * as z from 'zod';\nexport const shared = z.object({ s: z.date() }).meta({ id: 'A' });\n";
    return { 'shared.ts': shared, ...Object.fromEntries(texts) };
  });
