// A process that counts calls as it is told by its parent, over the Redis of its argument.
import { openRateLimiter } from '../../../src/runtime/limits/open-rate-limiter.js';

const log = { debug() {}, info() {}, warn: (...line) => console.error(...line), error() {} };
const limiter = await openRateLimiter(process.argv[2], { log, answerMs: 10_000 });
process.on('message', async ({ counter, calls, policy }) => {
  const states = await Promise.all(Array.from({ length: calls }, () => limiter.consume(counter, policy)));
  process.send(states.filter(({ isLimited }) => !isLimited).length);
});
process.on('disconnect', () => limiter.close());
process.send('ready');
