/** The thread that builds while another one watches over it, and serves. */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { parentPort, workerData } from 'node:worker_threads';
import type { Builder } from '../../build/builder.js';
import { shareBundler, shareProgress } from '../../build/shared-progress.js';
import { explainFailure } from '../explain-failure.js';
import { createNodeHost } from '../node-host.js';
import type { BuildReply, BuildTask, WorkerInput } from './build-reply.js';

const { project, buffer } = workerData as WorkerInput;
let builder: Builder | undefined;

subscribe('child_process', (message) => {
  const { process: child } = message as { readonly process: ChildProcess };
  child.once('spawn', () => {
    if (child.pid !== undefined && child.spawnfile.includes('esbuild')) shareBundler(buffer, child.pid);
  });
});

parentPort?.on('message', async (task: BuildTask) => parentPort?.postMessage(await run(task)));

async function run(task: BuildTask): Promise<BuildReply> {
  try {
    builder ??= await openBuilder();
    return { kind: 'done', result: await builder[task](), heapUsedBytes: process.memoryUsage().heapUsed };
  } catch (error) {
    const failure = explainFailure(error);
    if (failure) return { kind: 'refused', message: failure.message, help: failure.help };
    return { kind: 'crashed', stack: (error as Partial<Error>).stack ?? String(error) };
  }
}

/** When there is something to build: what is as it was needs no compiler. */
async function openBuilder(): Promise<Builder> {
  const { createBuilder } = await import('../../build/create-builder.js');
  return createBuilder(createNodeHost(), project, shareProgress(buffer));
}
