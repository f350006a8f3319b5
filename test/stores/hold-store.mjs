// Opens the keyring of the store argv[2] and does what the lines on stdin say.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { openKeyring } from '../../src/keys/open-keyring.js';

const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
// After the imports: the other user need not be able to read this checkout.
const uid = Number(process.env.HOLDER_UID);
if (uid > 0) {
  process.setgroups([]);
  process.setgid(uid);
  process.setuid(uid);
}
const startedAt = performance.now();
try {
  const keyring = await openKeyring({ store: `file:${process.argv[2]}`, cwd: '/' });
  say({ event: 'open' });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'close') break;
    if (line === 'spawn a child') {
      const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
      say({ event: 'spawned', pid: child.pid });
      continue;
    }
    // Creates a key with the name that the line is, and reports it once it is acknowledged.
    const { secret } = await keyring.apiKeys.create({ userId: 'local', name: line });
    say({ event: 'created', secret });
  }
  await keyring.close();
  say({ event: 'closed' });
} catch (error) {
  say({ event: 'refused', code: error.code, message: error.message, afterMs: performance.now() - startedAt });
}
process.exit(0);
