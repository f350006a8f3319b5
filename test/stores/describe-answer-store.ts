import { describe, expect, it } from 'vitest';
import type { IdempotentRequest } from '../../src/stores/answer-store.js';
import type { OpenedStore } from './opened-store.js';
import { NO_AUDIT, NO_LIMIT, storedKey } from './stored-key.js';

const ONCE: IdempotentRequest = { caller: 'alice', name: 'create a', fingerprint: 'x' };

/** What every store of answers promises. */
export function describeAnswerStore(opened: OpenedStore): void {
  const claim = (changes: Partial<IdempotentRequest> = {}) =>
    opened.store.answers.claim({ ...ONCE, ...changes });
  async function claimFirst() {
    const claimed = await claim();
    if (claimed.kind !== 'first') throw new Error(`The claim is "${claimed.kind}".`);
    return claimed;
  }
  async function readAgain() {
    const claimed = await claim();
    if (claimed.kind !== 'again') throw new Error(`The claim is "${claimed.kind}".`);
    return claimed.answer;
  }

  describe('with answers', () => {
    it('gives one of several equal requests the claim, and the others its answer', async () => {
      const claims = await Promise.all([claim(), claim(), claim()]);
      const [first] = claims.filter((claimed) => claimed.kind === 'first');
      const others = claims.filter((claimed) => claimed.kind === 'again');
      expect(others).toHaveLength(2);
      const answer = { kind: 'answer', text: '{"a":1}' } as const;
      first?.settle(answer);
      for (const other of others) expect(await other.answer).toEqual(answer);
      expect(await readAgain()).toEqual(answer);
    });

    it('lets the next request be the first where nothing is kept', async () => {
      const { settle } = await claimFirst();
      const waiting = readAgain();
      await Promise.resolve();
      settle(null);
      expect(await waiting).toBeNull();
      await claimFirst();
    });

    it('tells callers, names and other requests under a name apart', async () => {
      await claimFirst();
      expect((await claim({ caller: 'bob' })).kind).toBe('first');
      expect((await claim({ name: 'create b' })).kind).toBe('first');
      expect((await claim({ fingerprint: 'y' })).kind).toBe('other');
    });

    it('keeps the id of the key that a request made and was not answered for', async () => {
      const { settle } = await claimFirst();
      await opened.store.keys.insert(storedKey(1), { ...NO_LIMIT, claimed: ONCE }, NO_AUDIT);
      settle(null);
      expect(await readAgain()).toEqual({ kind: 'processed', id: storedKey(1).id });
    });

    it('keeps the id of a key that was made in place of another', async () => {
      await opened.store.keys.insert(storedKey(1), NO_LIMIT, NO_AUDIT);
      const { settle } = await claimFirst();
      const replacement = { replaces: storedKey(1).id, expiresAt: null, ...NO_LIMIT, claimed: ONCE };
      await opened.store.keys.replace(storedKey(2), replacement, NO_AUDIT);
      settle(null);
      expect(await readAgain()).toEqual({ kind: 'processed', id: storedKey(2).id });
    });

    it('keeps no id of a key that was refused', async () => {
      const { settle } = await claimFirst();
      await opened.store.keys.insert(storedKey(1), { maxPerUser: 0, claimed: ONCE }, NO_AUDIT);
      settle(null);
      await claimFirst();
    });
  });
}
