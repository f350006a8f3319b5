import { setImmediate } from 'node:timers/promises';
import { esbuild } from '../load/esbuild.js';

/**
 * Resolves when the bundler has read what it is given in this turn of the event loop; it never rejects. Of a large text Node
 * writes as much at a time as a pipe takes, and the rest only while this thread is idle. The bundler reads in order: when it
 * answers the least that it can be asked, it has read what was written before.
 */
export async function awaitReading(): Promise<void> {
  await setImmediate();
  await esbuild.formatMessages([], { kind: 'error' }).catch(() => {});
}
