import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importManyWays } from './support/import-many-ways.js';

const NAMES = ['a', 'b', 'c', 'd'] as const;
const anyName = fc.constantFrom(...NAMES);

/** Expressions of names that may be there or not, that may throw, and that hide some from others. */
const anyValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: anyName },
  fc.constantFrom('1', "'text'", 'z.string()', 'undefined', '[]'),
  fc.tuple(anyName, anyName).map(([left, right]) => `{ ${left}, key: ${right} }`),
  fc.tuple(anyName, anyName).map(([left, right]) => `[${left}, () => ${right}]`),
  fc.tuple(anyName, anyName).map(([left, right]) => `((${left}: unknown) => [${left}, ${right}])(2)`),
  anyName.map((name) => `(${name} as any).${name}.a`),
  fc.constant(`((): never => { throw new Error('no'); })()`),
);

const anyStatement = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(anyName, anyValue).map(([name, value]) => `const ${name} = ${value};`) },
  fc.tuple(anyName, anyValue).map(([name, value]) => `function ${name}(): unknown { return ${value}; }`),
  fc.tuple(anyName, anyName).map(([name, other]) => `type T${name} = typeof ${other};`),
  fc.tuple(anyName, anyValue).map(([name, value]) => `let ${name} = ${value};`),
  anyName.map((name) => `const list2 = procedure.meta({ note: ${name} } as never).query(() => ${name});`),
);

const anyImport = fc
  .tuple(fc.constantFrom('one', 'two', 'lost', 'procedures/p0', 'procedures/p1'), anyName, anyName)
  .map(([module, name, local]) => ({ module, name: module.startsWith('p') ? 'list' : name, local }));

/** A module's text, in which each name is declared once at most: most others would be refused. */
const anyModule = fc
  .tuple(fc.array(anyImport, { maxLength: 2 }), fc.array(anyStatement, { maxLength: 4 }))
  .map(([imports, statements]) => {
    const declared = new Set<string>();
    const isNew = (name: string) => !declared.has(name) && Boolean(declared.add(name));
    return {
      imports: imports.filter(({ local }) => isNew(local)),
      statements: statements.filter((text) => isNew(/^\w+ (\w+)/.exec(text)?.[1] ?? '')),
      declared,
    };
  });

const anyShared = anyModule.map(({ imports, statements, declared }) => {
  const names = NAMES.filter((name) => declared.has(name));
  return (up: string) => `${print(imports, up)}${statements.join('\n')}\nexport { ${names.join(', ')} };\n`;
});

const anyFile = fc
  .tuple(anyModule, anyValue, anyName, fc.constantFrom('', '', 'export const more = 1;\n'))
  .map(([{ imports, statements }, note, handler, more]) => (up: string) => {
    const list = `export const list = procedure.meta({ note: ${note} } as never).output(z.string()).query((() => ${handler}) as never);\n`;
    return `${print(imports, up)}${statements.join('\n')}\n${more}${list}`;
  });

function print(imports: readonly { module: string; name: string; local: string }[], up: string): string {
  const own = imports.map(
    ({ module, name, local }) => `import { ${name} as ${local} } from '${up}${module}.js';\n`,
  );
  return `import { procedure } from 'procgen';\nimport * as z from 'zod';\n${own.join('')}`;
}

test('What comes of procedure files is the same, inlined or not.', { timeout: 280_000 }, async () => {
  let inlines = 0;
  const anyProject = fc.record({
    one: anyShared,
    two: anyShared,
    files: fc.array(anyFile, { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(anyProject, async ({ one, two, files }) => {
      const project = {
        'one.ts': one('./'),
        'two.ts': two('./'),
        ...Object.fromEntries(files.map((file, index) => [`procedures/p${index}.ts`, file('../')])),
      };
      const { outcomes, late, apart, inlinedAtLast } = await importManyWays(project);
      inlines += inlinedAtLast.length;
      expect([outcomes, late], JSON.stringify(project, null, 1)).toEqual([apart, apart]);
    }),
    { numRuns: 150, endOnFailure: true },
  );
  expect(inlines).toBeGreaterThan(25);
});
