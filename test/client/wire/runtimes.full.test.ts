import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runtimeCommand } from '../../consumers/support/runtimes.js';
import { type MisbehavingServer, startMisbehavingServer } from './misbehaving-server.js';
import { runInChromium } from './run-in-chromium.js';
import { runOnCommand } from './run-on-command.js';
import { dueOutcome, findException, type WireOutcome } from './wire-case.js';
import { WIRE_CASES } from './wire-cases.js';

const RUNTIMES = ['node-22', 'node-24', 'bun', 'deno', 'chromium'] as const;

let server: MisbehavingServer;
/** What Node 20 makes of the table. */
let reference: readonly WireOutcome[];
beforeAll(async () => {
  server = await startMisbehavingServer(WIRE_CASES);
  reference = await runOnCommand([process.execPath], `http://127.0.0.1:${server.port}/node20`);
});
afterAll(() => server.close());

function run(runtime: (typeof RUNTIMES)[number]): Promise<readonly WireOutcome[]> {
  const url = `http://127.0.0.1:${server.port}/${runtime.replace('-', '')}`;
  if (runtime === 'chromium') return runInChromium(`http://localhost:${server.port}/`, url);
  return runOnCommand(runtimeCommand(runtime), url);
}

describe.each(RUNTIMES)('on %s a server that sends', (runtime) => {
  let outcomes: readonly WireOutcome[];
  beforeAll(async () => {
    outcomes = await run(runtime);
  });

  test.each(WIRE_CASES.map((wireCase, index) => [wireCase.name, index, wireCase] as const))(
    '%s',
    (_, index, wireCase) => {
      expect(outcomes[index]).toMatchObject(dueOutcome(wireCase, runtime, outcomes[index]));
      const isAlike = !findException(wireCase, runtime) && !findException(wireCase, 'node-20');
      if (isAlike) expect(outcomes[index]).toEqual(reference[index]);
    },
  );
});
