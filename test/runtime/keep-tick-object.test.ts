import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { bundleProcess } from '../bundle-process.js';

test('The runtime keeps one tick object of Node alive.', async () => {
  const script = bundleProcess(new URL('support/count-kept-ticks.mjs', import.meta.url));
  const [kept] = await once(fork(script, { execArgv: ['--expose-gc'] }), 'message');
  expect(kept).toEqual({ before: 0, after: 1 });
});
