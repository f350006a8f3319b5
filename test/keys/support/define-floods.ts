/** What must hold however many keys come and go: a hundred in `npm test`, a thousand in `npm run test:full`. */
import { describe, expect, it } from 'vitest';
import { readFiles } from './read-tested-store.js';
import { type KeyService, startKeyService } from './start-key-service.js';

export function defineFloods(count: number): void {
  describe('K-04', () => {
    it(`${count} keys made over HTTP stand nowhere: not in the store, its temporaries, the audit log or the log`, async () => {
      const service = await startKeyService({ keyring: { maxKeysPerUser: count + 1 } });
      const { key } = await service.createKey();
      const watch = watchTemporaries(service.folder);
      const made = await inBatches(count, async (index) => {
        const answer = await service.call('POST', '/api-keys', { key, body: { name: `key ${index}` } });
        return (answer.body.payload as unknown as { key: string }).key;
      });
      expect(new Set(await inBatches(count, (index) => knock(service, made[index])))).toEqual(new Set([404]));
      await service.keyring.close();
      const temporaries = watch.stop();
      expect(temporaries).toContain('"hash":');
      const seen = `${temporaries}\n${await service.readAll()}\n${service.readLog()}`;
      expect(made).toHaveLength(count);
      // Four characters are the `start` that everybody may see; a longer piece is looked for at both ends.
      for (const secret of made) {
        expect(seen).not.toContain(secret.slice(8, 20));
        expect(seen).not.toContain(secret.slice(-12));
      }
    });
  });

  describe('K-12', () => {
    it(`no request begun after the answer to one of ${count} deletions is let in`, async () => {
      const service = await startKeyService({ keyring: { maxKeysPerUser: count + 1 } });
      const { key: owner } = await service.createKey();
      const keys = await inBatches(count, () => service.createKey());
      const late: number[] = [];
      let early = 0;
      await inBatches(count, async (index) => {
        const { id, key } = keys[index] as { id: string; key: string };
        // Requests are under way before, while and after the key goes.
        const racing = race(service, key);
        expect((await service.call('DELETE', `/api-keys/${id}`, { key: owner })).status).toBe(200);
        late.push(...(await Promise.all([1, 2, 3].map(() => knock(service, key)))));
        early += await racing.stop();
      });
      expect(late.filter((status) => status !== 401)).toEqual([]);
      expect(late).toHaveLength(3 * count);
      expect(early).toBeGreaterThan(0);
    });
  });
}

/** Asks for what is not there: 404 for who is let in, 401 for who is not. */
async function knock(service: KeyService, key: string | undefined): Promise<number> {
  return (await service.call('DELETE', '/api-keys/key_unknown', { ...(key && { key }) })).status;
}

/** Sends requests with the key one after the other until it is told to stop; answers how many were let in. */
function race(service: KeyService, key: string): { stop(): Promise<number> } {
  let isStopped = false;
  let accepted = 0;
  const run = async () => {
    while (!isStopped) if ((await knock(service, key)) === 404) accepted += 1;
  };
  const running = run();
  return {
    async stop() {
      isStopped = true;
      await running;
      return accepted;
    },
  };
}

const BATCH = 10;

async function inBatches<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let first = 0; first < count; first += BATCH) {
    const indices = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => first + offset);
    results.push(...(await Promise.all(indices.map(work))));
  }
  return results;
}

/** Reads the temporaries that come and go in the folder until it is told to stop, and gives their different lines. */
function watchTemporaries(folder: string) {
  const lines = new Set<string>();
  const timer = setInterval(() => {
    for (const line of readFiles(folder, '.tmp').split('\n')) lines.add(line);
  }, 3);
  return {
    stop() {
      clearInterval(timer);
      return [...lines].join('\n');
    },
  };
}
