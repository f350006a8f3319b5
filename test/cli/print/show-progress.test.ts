import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from '../../../src/cli/print/show-progress.js';
import { FakeIo } from '../fake-io.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('work of half a second is told in one line, which goes away', () => {
  const io = new FakeIo('/', { isTTY: true });
  const progress = showProgress(io);
  progress.begin('reading 12 procedure files');
  vi.advanceTimersByTime(499);
  expect(io.err).toBe('');
  vi.advanceTimersByTime(1);
  expect(io.err).toBe('\r\u001b[2Kreading 12 procedure files…');
  progress.begin('bundling the server');
  expect(io.err.endsWith('\r\u001b[2Kbundling the server…')).toBe(true);
  progress.end();
  expect(io.err.endsWith('…\r\u001b[2K')).toBe(true);
  vi.advanceTimersByTime(1_000);
  progress.end();
  expect(io.err.split('\u001b[2K')).toHaveLength(4);
});

test('work that leaves timers no turn is told of when its next stage begins', () => {
  let time = 0;
  const io = new FakeIo('/', { isTTY: true });
  const progress = showProgress(io, () => time);
  progress.begin('reading 12 procedure files');
  time = 2_000;
  progress.begin('bundling the server');
  expect(io.err).toBe('\r\u001b[2Kbundling the server…');
  progress.end();
});

test('work that is over before leaves nothing behind', () => {
  const io = new FakeIo('/', { isTTY: true });
  const progress = showProgress(io);
  progress.begin('reading 12 procedure files');
  progress.end();
  vi.advanceTimersByTime(1_000);
  expect(io.err).toBe('');
});

test.each([
  ['in a pipe', { isTTY: false }],
  ['where TERM is dumb', { isTTY: true, env: { TERM: 'dumb' } }],
  ['where nobody wants colour', { isTTY: true, env: { NO_COLOR: '1' } }],
])('nothing is told %s', (_where, options) => {
  const io = new FakeIo('/', options);
  const progress = showProgress(io);
  progress.begin('reading 12 procedure files');
  vi.advanceTimersByTime(1_000);
  progress.end();
  expect(io.err).toBe('');
});
