import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { type PostgresConnection, ServerError } from '../../../src/stores/postgres/connect-postgres.js';
import { prepareKeyNotifications } from '../../../src/stores/postgres/key-notifications.js';

afterEach(() => void vi.useRealTimers());

it('keeps no connection on which the server refuses to listen', async () => {
  vi.useFakeTimers();
  let opened = 0;
  let open = 0;
  const notifications = prepareKeyNotifications({
    async connect({ onLost }): Promise<PostgresConnection> {
      opened += 1;
      open += 1;
      return {
        isLost: false,
        serverProblem: null,
        async query() {
          throw new ServerError({ message: 'LISTEN is not supported', code: '0A000' });
        },
        destroy() {
          open -= 1;
          onLost();
        },
      };
    },
    query: async () => [],
    onNotification() {},
  });
  onTestFinished(() => notifications.stop());
  notifications.listen();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(opened).toBeGreaterThan(5);
  expect(open).toBe(0);
});
