import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { EvaluationOrder } from '../../../src/compiler/evaluate/evaluation-order.js';
import { LazyModules } from '../../../src/compiler/evaluate/lazy-modules.js';
import { SourceModules } from '../../../src/compiler/parse/source-modules.js';
import { describe, moduleGraphs } from './module-graphs.js';

const folder = mkdtempSync(join(tmpdir(), 'procgen-graphs-'));
let count = 0;

test('exports that are evaluated on demand, in any order, are what Node gives', async () => {
  await fc.assert(
    fc.asyncProperty(moduleGraphs(), fc.infiniteStream(fc.nat()), async (graph, order) => {
      // A folder of its own, since Node loads a URL once.
      const root = join(folder, String(count++));
      const { mkdirSync } = await import('node:fs');
      mkdirSync(root);
      for (const [name, text] of graph) writeFileSync(join(root, name), text);
      const modules = new LazyModules({
        sources: new SourceModules(createNodeHost(), root),
        importUrl: (url) => import(url),
        order: new EvaluationOrder(),
      });
      const requested: [name: string, key: string, wanted: string][] = [];
      for (const name of graph.keys()) {
        const space = await import(pathToFileURL(join(root, name)).href);
        for (const key of Object.keys(space)) requested.push([name, key, describe(space[key])]);
      }
      for (let left = requested.length; left > 0; left--) {
        const [[name, key, wanted] = ['', '', '']] = requested.splice((order.next().value ?? 0) % left, 1);
        const evaluated = await modules.get(join(root, name), key);
        if ('failure' in evaluated) throw evaluated.failure.error;
        const described = modules.describe(() => describe(evaluated.value), join(root, name));
        expect(await described, `${name} ${key}`).toBe(wanted);
      }
    }),
    { numRuns: 300 },
  );
});
