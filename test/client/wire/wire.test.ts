import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MisbehavingServer, startMisbehavingServer } from './misbehaving-server.js';
import { runOnCommand } from './run-on-command.js';
import { dueOutcome, type WireOutcome } from './wire-case.js';
import { WIRE_CASES } from './wire-cases.js';

/** Node 20 where the suite runs on it. */
const RUNTIME = `node-${Number.parseInt(process.versions.node, 10)}` as const;

let server: MisbehavingServer;
let outcomes: readonly WireOutcome[];
beforeAll(async () => {
  server = await startMisbehavingServer(WIRE_CASES);
  outcomes = await runOnCommand([process.execPath], `http://127.0.0.1:${server.port}/here`);
});
afterAll(() => server.close());

describe('a server that sends', () => {
  test.each(WIRE_CASES.map((wireCase, index) => [wireCase.name, index, wireCase] as const))(
    '%s',
    (_, index, wireCase) => {
      expect(outcomes[index]).toMatchObject(dueOutcome(wireCase, RUNTIME, outcomes[index]));
    },
  );
});
