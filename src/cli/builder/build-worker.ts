/** The thread that builds while another one watches over it, and serves. */
import { parentPort, workerData } from 'node:worker_threads';
import { createBuilder } from '../../build/create-builder.js';
import { shareProgress } from '../../build/shared-progress.js';
import { explainFailure } from '../explain-failure.js';
import { createNodeHost } from '../node-host.js';
import type { BuildReply, BuildTask, WorkerInput } from './build-reply.js';

const { project, buffer } = workerData as WorkerInput;
const builder = createBuilder(createNodeHost(), project, shareProgress(buffer));

parentPort?.on('message', async (task: BuildTask) => parentPort?.postMessage(await run(task)));

async function run(task: BuildTask): Promise<BuildReply> {
  try {
    return { kind: 'done', result: await builder[task](), heapUsedBytes: process.memoryUsage().heapUsed };
  } catch (error) {
    const failure = explainFailure(error);
    if (failure) return { kind: 'refused', message: failure.message, help: failure.help };
    return { kind: 'crashed', stack: (error as Partial<Error>).stack ?? String(error) };
  }
}
