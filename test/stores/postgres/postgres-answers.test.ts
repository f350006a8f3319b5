import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Query } from '../../../src/stores/postgres/database.js';
import { createPostgresAnswers } from '../../../src/stores/postgres/postgres-answers.js';
import { ANSWERS } from '../../../src/stores/postgres/statements.js';
import { StoreError } from '../../../src/stores/store-error.js';

const ONCE = { caller: 'alice', name: 'create a', fingerprint: 'x' };

afterEach(() => void vi.useRealTimers());

/** Answers over a database of one claim, whose transactions wait until they are let go. */
function openAnswers() {
  const waiting: (() => void)[] = [];
  let isClaimed = false;
  let claim: Query = async () => {
    if (isClaimed) return [];
    isClaimed = true;
    return [{}];
  };
  const query: Query = async (text) => {
    if (text === ANSWERS.release) isClaimed = false;
    return text === ANSWERS.find && isClaimed ? [{ fingerprint: 'x', isOver: false, isExpired: false }] : [];
  };
  const answers = createPostgresAnswers({
    name: 'test',
    query,
    execute: (...statement) => claim(...statement),
    async transact(work) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return work(query);
    },
    async close() {},
  });
  onTestFinished(() => answers.stop());
  return {
    answers,
    waiting,
    /** Makes the next claim fail after another one. */
    loseNextClaim() {
      const usual = claim;
      claim = async () => {
        claim = usual;
        await expect.poll(() => isClaimed).toBe(true);
        throw new StoreError('UNKNOWN', 'The answer was lost.');
      };
    },
  };
}

async function claimFirst({ answers }: ReturnType<typeof openAnswers>) {
  const claim = await answers.claim(ONCE);
  if (claim.kind !== 'first') throw new Error(`The claim is "${claim.kind}".`);
  return claim;
}

it('H-18 gives up a claim once, however long that takes: the next one under the name is not given up with it', async () => {
  vi.useFakeTimers();
  const opened = openAnswers();
  (await claimFirst(opened)).settle(null);
  // The renewal of leases, which tries again what failed.
  await vi.advanceTimersByTimeAsync(3_000);
  opened.waiting[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  await claimFirst(opened);
  for (const letGo of opened.waiting) letGo();
  await vi.advanceTimersByTimeAsync(0);
  expect((await opened.answers.claim(ONCE)).kind).toBe('again');
});

it('H-18 does not give up a claim for another one of the same request whose answer was lost', async () => {
  const opened = openAnswers();
  opened.loseNextClaim();
  const lost = opened.answers.claim(ONCE);
  await claimFirst(opened);
  await expect(lost).rejects.toMatchObject({ code: 'UNKNOWN' });
  expect(opened.waiting).toEqual([]);
  expect((await opened.answers.claim(ONCE)).kind).toBe('again');
});
