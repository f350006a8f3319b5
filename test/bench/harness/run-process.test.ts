import { describe, expect, it } from 'vitest';
import { runProcess } from './run-process.js';

/** So much memory, and then so much CPU: what is looked at from outside is seen while it runs. */
const WORK =
  'const all = Buffer.alloc(150e6, 1); while (process.cpuUsage().user < 250_000) for (let i = 0; i < 1e7; i++);';

/** Runs `code` in a process that does nothing but wait for it. */
const inChild = (code: string) =>
  `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(code)}]);`;

/** In a process that goes on, as esbuild's does, until the one that started it has ended. */
const beside = (code: string) =>
  `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${code} console.log(); process.stdin.resume();`)}]);
  child.stdout.once('data', () => process.exit());`;

describe.runIf(process.platform === 'linux')('What a process took', () => {
  it('is the CPU and the memory of the processes that it started too', async () => {
    const alone = await runProcess(['-e', WORK]);
    expect(alone.peakMegabytes).toBeGreaterThan(150);
    expect(alone.cpuMs).toBeGreaterThan(250);
    for (const start of [inChild, beside]) {
      const both = await runProcess(['-e', start(WORK)]);
      expect(both.cpuMs).toBeGreaterThan(250);
      // Node alone takes more than 30 MB.
      expect(both.peakMegabytes).toBeGreaterThan(180);
    }
  });

  it('is not told of one that fails; what it printed is', async () => {
    const failure = await runProcess(['-e', 'console.error("No."); process.exit(3);']).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ message: expect.stringMatching(/ended with 3:\nNo\./) });
  });
});
