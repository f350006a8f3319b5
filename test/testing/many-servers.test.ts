import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../readme/support/readme.js';
import { runCommand } from '../readme/support/start-command.js';

const SCRIPT = join(REPOSITORY, 'test/testing/many-servers.mjs');

it('1,000 servers made and closed leave no memory, no timer and no handle, and let the process end', async () => {
  const command = [process.execPath, '--expose-gc', SCRIPT, '1000'];
  const { exitCode, out, err } = await runCommand(command, { cwd: REPOSITORY });
  expect(exitCode, err).toBe(0);
  const { bytesPerServer, before, after } = JSON.parse(out);
  expect(after).toEqual(before);
  // A server that is kept has some 48,000.
  expect(bytesPerServer).toBeLessThan(2_000);
});
