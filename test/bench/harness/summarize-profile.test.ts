import type { Profiler } from 'node:inspector';
import { expect, it } from 'vitest';
import { summarizeProfile } from './summarize-profile.js';

function node(id: number, functionName: string, url: string): Profiler.ProfileNode {
  return { id, callFrame: { functionName, scriptId: '0', url, lineNumber: 9, columnNumber: 0 } };
}

it('A profile is summed up by function and by module, without idle time and the profiler', () => {
  const profile: Profiler.Profile = {
    nodes: [
      node(1, '(idle)', ''),
      node(2, 'compose', 'file:///home/me/node_modules/koa-compose/index.js'),
      node(3, 'match', 'file:///home/me/node_modules/@koa/router/dist/index.mjs'),
      node(4, 'decode', 'file:///home/me/dist/runtime/request/decode.js'),
      node(5, '(garbage collector)', ''),
      node(6, 'dispatch', ''),
    ],
    startTime: 0,
    endTime: 2_000,
    samples: [1, 2, 3, 4, 5, 3, 6],
    timeDeltas: [1_000, 100, 200, 300, 100, 300, 500],
  };
  const { functions, modules } = summarizeProfile(profile);
  expect(functions).toEqual([
    { name: 'match  node_modules/@koa/router/dist/index.mjs:10', share: 0.5 },
    { name: 'decode  dist/runtime/request/decode.js:10', share: 0.3 },
    { name: 'compose  node_modules/koa-compose/index.js:10', share: 0.1 },
    { name: '(garbage collector)', share: 0.1 },
  ]);
  expect(modules.map(({ name }) => name)).toEqual([
    '@koa/router',
    'dist/runtime/request/decode.js',
    'koa-compose',
    '(garbage collector)',
  ]);
});
