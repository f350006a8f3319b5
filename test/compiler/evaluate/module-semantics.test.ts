import { describe, expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { EvaluationOrder } from '../../../src/compiler/evaluate/evaluation-order.js';
import { LazyModules } from '../../../src/compiler/evaluate/lazy-modules.js';
import { SourceModules } from '../../../src/compiler/parse/source-modules.js';
import { createProject } from '../support/create-project.js';

/** The values of exports, in the order they are asked for; of what fails, what was thrown. */
async function evaluate(
  files: Readonly<Record<string, string>>,
  ...requested: readonly (readonly [path: string, name: string])[]
): Promise<readonly unknown[]> {
  const root = await createProject(files);
  const modules = new LazyModules({
    sources: new SourceModules(createNodeHost(), root),
    importUrl: (url) => import(url),
    order: new EvaluationOrder(),
  });
  const values: unknown[] = [];
  for (const [path, name] of requested) {
    const evaluated = await modules.get(`${root}/${path}`, name);
    values.push('value' in evaluated ? evaluated.value : { thrown: textOf(evaluated.failure.error) });
  }
  return values;
}

function textOf(error: unknown): unknown {
  return error instanceof Error ? error.message : error;
}

describe('classes and errors', () => {
  test('a class may await what it extends, and the names of its members', async () => {
    const text = `const base = async () => class { a = 1 };\nclass Made extends (await base()) { [await 'b'] = 2; }\nexport const made = { ...new Made() };\n`;
    expect(await evaluate({ 'a.ts': text }, ['a.ts', 'made'])).toEqual([{ a: 1, b: 2 }]);
  });

  test('undefined is what was thrown, each time it is asked for', async () => {
    const text = `export const a = (() => { throw undefined; })();\n`;
    expect(await evaluate({ 'a.ts': text }, ['a.ts', 'a'], ['a.ts', 'a'])).toEqual([
      { thrown: undefined },
      { thrown: undefined },
    ]);
  });

  test('what esbuild refuses is told in its words', async () => {
    const text = `const mark: any = null;\nexport class Marked { method(@mark value: string) { return value; } }\n`;
    expect(await evaluate({ 'a.ts': text }, ['a.ts', 'Marked'])).toEqual([
      { thrown: 'Parameter decorators only work when experimental decorators are enabled' },
    ]);
  });
});

test('A loop that awaits runs before a statement below it, which needs what waits for the loop.', async () => {
  const text = `const list = [];
for await (const item of [1, 2]) list.push(item);
const copy = await Promise.resolve([...list]);
export const both = [copy, 'x'];
let alias = list;
alias = [alias, copy];
`;
  expect(await evaluate({ 'a.ts': text }, ['a.ts', 'both'])).toEqual([[[1, 2], 'x']]);
});

describe('what a module exports', () => {
  const TYPES = {
    'types.ts': `export interface Row {}\nexport const value = 1;\n`,
    'barrel.ts': `import { Row as Imported } from './types.js';\ninterface Own {}\ntype Alias = string;\nexport { Row, value } from './types.js';\nexport { Imported, Own, Alias };\n`,
    'outer.ts': `export * from './barrel.js';\nexport { Row as Again } from './barrel.js';\n`,
  };

  test('types that are exported without saying so are not in its namespace', async () => {
    const text = `import * as all from './outer.js';\nexport const copy = { ...all };\n`;
    expect(await evaluate({ ...TYPES, 'a.ts': text }, ['a.ts', 'copy'])).toEqual([{ value: 1 }]);
  });

  const STARS = {
    'x.ts': `export const both = 1;\nexport const x = 2;\n`,
    'y.ts': `export const both = 3;\nexport { x } from './x.js';\n`,
    'barrel.ts': `export * from './x.js';\nexport * from './y.js';\n`,
  };

  test('a name that two stars give differently is none', async () => {
    const text = `import * as all from './barrel.js';\nimport { both } from './barrel.js';\nexport const copy = { ...all };\nexport { both };\n`;
    expect(await evaluate({ ...STARS, 'a.ts': text }, ['a.ts', 'copy'], ['a.ts', 'both'])).toEqual([
      { x: 2 },
      { thrown: 'Ambiguous import "both" has multiple matching exports.' },
    ]);
  });
});

describe('CommonJS of the project', () => {
  const use = (names: string) => `import ${names} from './made.cjs';\nexport const given = `;

  test.each<[string, string, string, unknown]>([
    [
      'a function with members',
      `module.exports = () => 1;\nmodule.exports.b = 2;`,
      `${use('made, { b }')}made() + b;`,
      3,
    ],
    [
      'a circle',
      `module.exports = { x: 1 };\nmodule.exports.y = require('./other.cjs').y;`,
      `${use('{ y }')}y;`,
      2,
    ],
    ['this', `this.a = 1;`, `${use('{ a }')}a;`, 1],
    ['a module with types', `module.exports = require('./typed.ts').typed;`, `${use('made')}made;`, 4],
  ])('%s', async (_, made, text, wanted) => {
    const files = {
      'made.cjs': made,
      'other.cjs': `exports.y = require('./made.cjs').x + 1;`,
      'typed.ts': `const count: number = await Promise.resolve(4);\nexport const typed: number = count;`,
      'a.ts': text,
    };
    expect(await evaluate(files, ['a.ts', 'given'])).toEqual([wanted]);
  });

  test('requires no package, since the server that is built could not', async () => {
    const files = { 'made.cjs': `module.exports = require('node:path');`, 'a.ts': `${use('made')}made;` };
    const thrown = 'A server cannot require "node:path": import it, in an ES module.';
    expect(await evaluate(files, ['a.ts', 'given'])).toEqual([{ thrown }]);
  });

  test('fails each time where it throws', async () => {
    const files = {
      'made.cjs': `throw new Error('no');`,
      'a.ts': `${use('made')}made;`,
      'b.ts': `${use('made')}made;`,
    };
    expect(await evaluate(files, ['a.ts', 'given'], ['b.ts', 'given'])).toEqual([
      { thrown: 'no' },
      { thrown: 'no' },
    ]);
  });

  test('with types', async () => {
    const files = {
      'made.cts': `const given: string = __filename.slice(-8);\nmodule.exports = { given };`,
      'a.ts': `${use('made')}made.given;`,
    };
    expect(await evaluate(files, ['a.ts', 'given'])).toEqual(['made.cts']);
  });

  test.each([
    ['', { a: 1 }],
    ['"type": "module", ', { default: { a: 1 } }],
  ])('has the default that esbuild gives to a module of a package with %s', async (type, wanted) => {
    const files = {
      'package.json': `{ ${type}"name": "shop" }`,
      'made.cjs': `Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = { a: 1 };`,
      'a.ts': `${use('made')}made;`,
    };
    expect(await evaluate(files, ['a.ts', 'given'])).toEqual([wanted]);
  });

  test('a module may require what is the project own', async () => {
    const files = {
      'data.json': '{ "version": "1.2" }',
      'a.ts': `declare const require: any;\nexport const given = require('./data.json').version;`,
      'b.ts': `const require = (name: string) => name;\nexport const given = require('./data.json');`,
    };
    expect(await evaluate(files, ['a.ts', 'given'], ['b.ts', 'given'])).toEqual(['1.2', './data.json']);
  });
});

describe('names that need many others, one after the other', () => {
  const LENGTH = 1500;
  const links = [...Array(LENGTH).keys()];

  test('in one module', async () => {
    const text = links
      .map((at) => (at === 0 ? 'const v0 = 1;' : `const v${at} = v${at - 1} + 1;`))
      .join('\n');
    const requested = `${text}\nexport const last = v${LENGTH - 1};`;
    expect(await evaluate({ 'a.ts': requested }, ['a.ts', 'last'])).toEqual([LENGTH]);
  });

  test('in a module each', async () => {
    const files = links.map((at): [string, string] => [
      `m${at}.ts`,
      at === 0
        ? 'export const v = 1;'
        : `import { v as before } from './m${at - 1}.js';\nexport const v = before + 1;`,
    ]);
    const last = `m${LENGTH - 1}.ts`;
    expect(await evaluate(Object.fromEntries(files), [last, 'v'])).toEqual([LENGTH]);
  });

  test('fails where one of them throws, and in a circle', async () => {
    const text = links.map((at) => `export const v${at} = v${at + 1} + 1;`).join('\n');
    const thrown = `${text}\nconst v${LENGTH} = (() => { throw new Error('no'); })();`;
    const circle = `${text.split('\n').slice(0, 300).join('\n')}\nconst v300 = v0;`;
    expect(await evaluate({ 'a.ts': thrown, 'b.ts': circle }, ['a.ts', 'v0'], ['b.ts', 'v0'])).toEqual([
      { thrown: 'no' },
      { thrown: expect.any(String) },
    ]);
  });
});
