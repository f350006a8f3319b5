// Changes the store argv[2] as long as it may, argv[3] workers side by side, argv[4] changes each.
// argv[5] tells this run from others. It says `ready`, waits for a line on stdin, opens the store, and says on stdout
// before each change what it is, and after it whether the store acknowledged or rejected it.
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openStore } from '../../src/stores/open-store.js';

const [, , path, workers, changes, run] = process.argv;

/** What was said stays said, whatever becomes of this process: nothing waits in its memory. */
function say(event) {
  let rest = Buffer.from(`${JSON.stringify(event)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      // Whoever listens is behind.
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

say({ event: 'ready' });
await new Promise((resolve) => process.stdin.once('data', resolve));
process.stdin.destroy();

const startedAt = performance.now();
const store = await openStore(`file:${path}`, { cwd: '/' }).catch((error) => {
  say({
    event: 'refused',
    code: error.code,
    message: error.message,
    afterMs: performance.now() - startedAt,
  });
  process.exit(2);
});
say({ event: 'open' });
await Promise.all(Array.from({ length: Number(workers) }, (_, index) => work(`w${index}`)));
await store.close();
say({ event: 'closed' });

async function work(worker) {
  const keys = (await store.keys.listByUser(worker)).map(({ id }) => id).reverse();
  const scripts = [
    addKey,
    rotate,
    addUser,
    addSession,
    use,
    addToken,
    addKey,
    exchange,
    endSession,
    takeToken,
    remove,
  ];
  let session = null;
  let token = null;
  let made = 0;
  for (let step = 0; step < Number(changes); step++)
    await scripts[step % scripts.length](`${worker} ${run} ${step}`, step);

  /** False when the store rejected the change. */
  async function make(change, work) {
    const entry = `${worker} ${run} ${made++}`;
    say({ event: 'announced', worker, change, entry: change.kind === 'use' ? null : entry });
    const nobody = { key: null, user: worker, address: null, requestId: null };
    const audit = () => [{ time: '2026-01-01T00:00:00.000Z', event: change.kind, actor: entry, ...nobody }];
    let result;
    try {
      result = await work(audit);
    } catch {
      say({ event: 'rejected', worker });
      return false;
    }
    if (result === false || result === null || result === 'unknown' || result === 'full')
      throw new Error(`${change.kind} came to ${result}`);
    say({ event: 'acknowledged', worker });
    return true;
  }

  async function addKey(tag) {
    const key = makeKey(tag);
    if (await make({ kind: 'insert', key }, (audit) => store.keys.insert(key, { maxPerUser: 1e9 }, audit)))
      keys.push(key.id);
  }

  /** The old key lives on for a while. */
  async function rotate(tag, step) {
    const [key, replaces, expiresAt] = [makeKey(tag), keys.at(-1), 2e12 + step];
    if (replaces === undefined) return;
    const change = { kind: 'replace', key, replaces, expiresAt };
    if (
      await make(change, (audit) => store.keys.replace(key, { replaces, expiresAt, maxPerUser: 1e9 }, audit))
    )
      keys.push(key.id);
  }

  /** The old key goes at once. */
  async function exchange(tag) {
    const [key, replaces, expiresAt] = [makeKey(tag), keys[0], null];
    if (replaces === undefined) return;
    const change = { kind: 'replace', key, replaces, expiresAt };
    if (
      await make(change, (audit) => store.keys.replace(key, { replaces, expiresAt, maxPerUser: 1e9 }, audit))
    )
      keys.splice(0, 1, key.id);
  }

  async function remove() {
    for (const id of keys.slice(0, -2))
      if (await make({ kind: 'delete', id }, (audit) => store.keys.delete({ userId: worker, id }, audit)))
        keys.shift();
      else return;
  }

  async function use(_tag, step) {
    const id = keys[0];
    if (id !== undefined)
      await make({ kind: 'use', id, at: step }, () => store.keys.recordUses(new Map([[id, step]])));
  }

  async function addUser(tag) {
    const user = { id: `${worker}/${tag}`, createdAt: 1 };
    await make({ kind: 'add user', user }, (audit) => store.users.ensure(user, audit));
  }

  async function addSession(tag) {
    const added = {
      hash: hash(tag),
      userId: worker,
      createdAt: 1,
      lastSeenAt: 1,
      expiresAt: 2e12,
      address: null,
      browser: null,
    };
    const isAdded = await make({ kind: 'add session', session: added }, (audit) =>
      store.sessions.insert(added, audit),
    );
    session = isAdded ? added : null;
  }

  async function endSession() {
    if (session !== null)
      await make({ kind: 'end session', hash: session.hash }, (audit) =>
        store.sessions.delete(session.hash, audit),
      );
  }

  async function addToken(tag) {
    const added = { hash: hash(tag), userId: worker, createdAt: 1, expiresAt: 2e12 };
    const isAdded = await make({ kind: 'add token', token: added }, (audit) =>
      store.users.insertSignInToken(added, audit),
    );
    token = isAdded ? added : null;
  }

  async function takeToken() {
    if (token !== null)
      await make({ kind: 'take token', hash: token.hash }, (audit) =>
        store.users.takeSignInToken(token.hash, audit),
      );
  }

  function makeKey(tag) {
    return {
      id: `key_${hash(tag).slice(0, 16)}`,
      hash: hash(`${tag} secret`),
      pepperId: null,
      userId: worker,
      name: tag,
      start: 'pgk_abcd',
      scopes: ['read'],
      createdAt: 1_700_000_000_000,
      lastUsedAt: null,
      expiresAt: null,
      disabled: false,
    };
  }
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex');
}
