import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleRunner } from './bundle-runner.js';
import type { WireOutcome } from './wire-case.js';

/** Plays the table on a runtime that a command starts. The program is not ended: what the client leaves keeps it. */
export async function runOnCommand(
  [program, ...args]: readonly [program: string, ...args: string[]],
  url: string,
): Promise<readonly WireOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'procgen-wire-'));
  try {
    const script = join(folder, 'wire.mjs');
    await writeFile(script, await bundleRunner(url, 'console.log'));
    const { stdout } = await promisify(execFile)(program, [...args, script], { timeout: 60_000 });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
