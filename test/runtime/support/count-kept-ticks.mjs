// A child process that tells how many of Node's tick objects are alive before and after it loads the runtime.
import { createHook } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Counts the tick objects that were created while `run` ran and survive a garbage collection. */
async function countKept(run) {
  const ticks = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') ticks.push(new WeakRef(resource));
    },
  }).enable();
  await run();
  await sleep(10);
  hook.disable();
  await sleep(10);
  globalThis.gc();
  return ticks.filter((tick) => tick.deref() !== undefined).length;
}

const before = await countKept(() => process.nextTick(() => {}));
const after = await countKept(() => import('../../../src/runtime/index.js'));
process.send({ before, after });
