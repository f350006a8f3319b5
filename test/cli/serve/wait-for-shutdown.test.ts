import { expect, test } from 'vitest';
import { waitForShutdown } from '../../../src/cli/serve/wait-for-shutdown.js';
import { FakeIo } from '../fake-io.js';

function createDeferred() {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** A server that drains when the test says so, and a clock that stands still until the test moves it. */
function startEnding() {
  const io = new FakeIo('/');
  const events: string[] = [];
  const clock = { now: 0 };
  const drained = createDeferred();
  const end = waitForShutdown(
    io,
    {
      drain: () => drained.promise,
      onCrash: (error) => events.push(`crash: ${(error as Error).message}`),
      onStop: (reason) => events.push(`stop: ${reason}`),
    },
    () => clock.now,
  );
  return { io, events, clock, drained, end };
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s drains and exits 0.', async (signal) => {
  const { io, events, drained, end } = startEnding();
  io.signal(signal);
  drained.resolve();
  expect(await end).toBe(0);
  expect(events).toEqual([`stop: ${signal}`]);
});

test('A second signal does not wait for the drain and exits 1.', async () => {
  const { io, clock, end } = startEnding();
  io.signal('SIGINT');
  clock.now = 101;
  io.signal('SIGINT');
  expect(await end).toBe(1);
});

test('One key press that arrives twice is one signal.', async () => {
  const { io, events, clock, drained, end } = startEnding();
  io.signal('SIGINT');
  clock.now = 5;
  io.signal('SIGINT');
  drained.resolve();
  expect(await end).toBe(0);
  expect(events).toEqual(['stop: SIGINT']);
});

test('H-14 A crash is told of, drained and exits 1.', async () => {
  const { io, events, drained, end } = startEnding();
  io.crash(new Error('boom'));
  drained.resolve();
  expect(await end).toBe(1);
  expect(events).toEqual(['crash: boom', 'stop: crash']);
});

test('A crash while a signal is being obeyed, and a drain that fails, exit 1.', async () => {
  const first = startEnding();
  first.io.signal('SIGTERM');
  first.io.crash(new Error('late'));
  first.drained.resolve();
  expect(await first.end).toBe(1);
  const second = startEnding();
  second.io.signal('SIGTERM');
  second.drained.reject(new Error('disk full'));
  expect(await second.end).toBe(1);
  expect(second.events).toEqual(['stop: SIGTERM', 'crash: disk full']);
});
