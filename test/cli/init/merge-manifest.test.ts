import { describe, expect, test } from 'vitest';
import { mergeManifest } from '../../../src/cli/init/merge-manifest.js';

const PARTS = {
  name: 'shop',
  scripts: { dev: 'procgen serve', test: 'vitest run' },
  dependencies: { procgen: '^1.0.0', zod: '^4.1.0' },
  devDependencies: { typescript: '^7.0.0' },
};

describe('a package.json that is not there', () => {
  test('is a private ES module with the parts', () => {
    expect(JSON.parse(mergeManifest(null, PARTS).text)).toEqual({
      version: '0.1.0',
      private: true,
      type: 'module',
      ...PARTS,
    });
  });
});

describe('a package.json that is there', () => {
  const before = {
    type: 'module',
    name: 'their-name',
    scripts: { test: 'jest', lint: 'biome' },
    dependencies: { zod: '4.2.0', koa: '^3.0.0' },
    devDependencies: { procgen: 'file:../procgen' },
    custom: [1],
  };

  test('loses nothing: its own scripts, ranges and keys stay, in their order', () => {
    const { text, obstacles, keptScripts } = mergeManifest(JSON.stringify(before, null, 4), PARTS);
    expect(JSON.parse(text)).toEqual({
      ...before,
      scripts: { dev: 'procgen serve', test: 'jest', lint: 'biome' },
      devDependencies: { procgen: 'file:../procgen', typescript: '^7.0.0' },
    });
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(before));
    expect(text).toContain('\n    "type"');
    expect({ obstacles, keptScripts }).toEqual({ obstacles: [], keptScripts: ['test'] });
  });

  test('is the same after a second time', () => {
    const once = mergeManifest(null, PARTS).text;
    expect(mergeManifest(once, PARTS)).toEqual({ text: once, obstacles: [], keptScripts: [] });
  });

  test.each([['{}'], ['{ "type": "commonjs" }']])('%s would be changed for its own modules', (text) => {
    expect(mergeManifest(text, PARTS, 'lib/index.js').obstacles).toEqual([
      'package.json does not have "type": "module", and adding it would make lib/index.js an ES module',
    ]);
  });

  test.each([['{}'], ['{ "type": "commonjs" }']])('%s becomes an ES module while it has none', (text) => {
    const merged = mergeManifest(text, PARTS);
    expect(JSON.parse(merged.text).type).toBe('module');
    expect(merged.obstacles).toEqual([]);
  });

  test.each([
    ['bin/tool', 'bin/tool'],
    [{ other: 'other.cjs', tool: './tool' }, './tool'],
  ])(
    'with the command %j would be changed for it, because it is a module without an extension',
    (bin, file) => {
      const { obstacles } = mergeManifest(JSON.stringify({ bin }), PARTS);
      expect(obstacles).toEqual([expect.stringContaining(`would make ${file} an ES module`)]);
      expect(mergeManifest(JSON.stringify({ type: 'module', bin }), PARTS).obstacles).toEqual([]);
    },
  );

  test.each(['{ "tool": "lib.d/tool.cjs" }', '""', 'null', '{ "tool": null }'])(
    'without commands that have no extension, as in %s, becomes an ES module',
    (bin) => {
      expect(mergeManifest(`{ "bin": ${bin} }`, PARTS).obstacles).toEqual([]);
    },
  );

  test('keeps its CRLF line ends', () => {
    const text = mergeManifest('{\r\n  "name": "theirs"\r\n}\r\n', PARTS).text;
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(mergeManifest(text, PARTS).text).toBe(text);
  });

  test.each([
    ['dependencies', '^3.22.0'],
    ['devDependencies', '3.25.76'],
    ['dependencies', '~3'],
  ])('with an older zod in its %s, %s, is told of, and gets the one that is needed', (key, range) => {
    const { text, obstacles } = mergeManifest(JSON.stringify({ [key]: { zod: range } }), PARTS);
    expect(obstacles).toEqual([`package.json has zod ${range}, but procgen needs ^4.1.0`]);
    expect(JSON.parse(text)[key].zod).toBe('^4.1.0');
  });

  test.each(['^4.0.0', '>=3', '^3.25.0 || ^4.0.0', '*', 'latest', 'workspace:*', 'file:../zod'])(
    'keeps a zod of the range %s',
    (range) => {
      const { text, obstacles } = mergeManifest(JSON.stringify({ dependencies: { zod: range } }), PARTS);
      expect(obstacles).toEqual([]);
      expect(JSON.parse(text).dependencies.zod).toBe(range);
    },
  );

  test('gets a test script in the place of what npm init writes', () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1' };
    const { text, keptScripts } = mergeManifest(JSON.stringify({ type: 'module', scripts }), PARTS);
    expect(JSON.parse(text).scripts.test).toBe('vitest run');
    expect(keptScripts).toEqual([]);
  });

  test.each(['', '[]', 'null', '{ "name": '])('%j is left as it is', (text) => {
    const { obstacles } = mergeManifest(text, PARTS);
    expect(obstacles).toEqual(['package.json is not a JSON object']);
  });
});
