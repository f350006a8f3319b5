import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputRefusals, refusals } from './constructs.js';
import { type BuiltProject, buildProject } from './support/build-project.js';
import { PRELUDE } from './support/construct-files.js';

let project: BuiltProject;
beforeAll(async () => {
  project = await buildProject({
    input:
      PRELUDE +
      Object.keys(refusals)
        .map((name) => printProcedure('input', 'refusals', name))
        .join(''),
    output:
      PRELUDE +
      Object.keys(refusals)
        .map((name) => printProcedure('output', 'refusals', name))
        .join('') +
      Object.keys(outputRefusals)
        .map((name) => printProcedure('output', 'outputRefusals', name))
        .join(''),
  });
});
afterAll(() => project?.remove());

function printProcedure(side: 'input' | 'output', table: string, name: string): string {
  const schema = `z.object({ value: ${table}.${name}.schema as z.ZodType })`;
  const [input, output] = side === 'input' ? [schema, 'z.object({})'] : ['z.object({})', schema];
  return `
export const ${name}Refused = base
  .meta({ openapi: { method: 'POST', path: '/${side}/${name}', summary: '${name}' } })
  .input(${input})
  .output(${output})
  .mutation(() => ({}) as never);
`;
}

describe.each(['input', 'output'] as const)('As an %s', (side) => {
  const table = Object.entries(side === 'input' ? refusals : { ...refusals, ...outputRefusals });

  test.each(table)(
    '%s is refused, with the path to it and the place of the schema',
    (name, { path, reason }) => {
      const found = project.compilation.diagnostics.filter(({ message }) =>
        message.includes(`${side}.${name}Refused `),
      );
      expect(found).toMatchObject([
        { code: 'unrepresentable-schema', severity: 'error', file: `procedures/${side}.ts` },
      ]);
      const [fault] = found;
      expect(fault?.message).toContain(`The ${side} of ${side}.${name}Refused`);
      expect(fault?.message).toContain(`at \`${path}\``);
      expect(fault?.message).toContain(reason);
      expect(fault?.line).toBeGreaterThan(1);
      expect(fault?.column).toBeGreaterThan(1);
    },
  );
});

test('Nothing else is refused, and nothing is generated.', () => {
  const { diagnostics, files } = project.compilation;
  expect(diagnostics).toHaveLength(2 * Object.keys(refusals).length + Object.keys(outputRefusals).length);
  expect(files).toEqual([]);
});
