/** The thread that builds while another one watches over it, and serves. */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadBuilder } from '../../build/create-builder.js';
import { shareBundler, shareProgress } from '../../build/shared-progress.js';
import { explainFailure } from '../explain-failure.js';
import { createNodeHost } from '../node-host.js';
import type { BuildReply, BuildTask, SavedBuild, WorkerInput } from './build-reply.js';
import { reportUncaught } from './report-uncaught.js';

/** Node never forgets a package that was imported: a thread that holds so much is exchanged for a new one. */
const HEAP_LIMIT_BYTES = 768 * 1024 * 1024;

// Stacks reach the project's code through the evaluator's own frames.
Error.stackTraceLimit = 50;

const { project, buffer } = workerData as WorkerInput;
const host = createNodeHost();
let builder: ThreadBuilder | undefined;

subscribe('child_process', (message) => {
  const { process: child } = message as { readonly process: ChildProcess };
  child.once('spawn', () => {
    if (child.pid !== undefined && child.spawnfile.includes('esbuild')) shareBundler(buffer, child.pid);
  });
});

parentPort?.on('message', async (task: BuildTask) => {
  parentPort?.postMessage(await run(task));
  // Nobody waits for it but the next task, and whoever ends this thread.
  const failure = await builder?.save();
  parentPort?.postMessage({ kind: 'saved', failure } satisfies SavedBuild);
});

process.on('uncaughtException', (error) => {
  parentPort?.postMessage(reportUncaught(error, project.root, host));
});

async function run(task: BuildTask): Promise<BuildReply> {
  try {
    builder ??= await openBuilder();
    const result = await builder[task]();
    // What a setup did to a package would still be there after it has changed.
    const isSpent = builder.hasRunSetup || process.memoryUsage().heapUsed > HEAP_LIMIT_BYTES;
    return { kind: 'done', result, isSpent };
  } catch (error) {
    const failure = explainFailure(error);
    if (failure) return { kind: 'refused', message: failure.message, help: failure.help };
    return { kind: 'crashed', stack: (error as Partial<Error>).stack ?? String(error) };
  }
}

/** When there is something to build: what is as it was needs no compiler. */
async function openBuilder(): Promise<ThreadBuilder> {
  const { createBuilder } = await import('../../build/create-builder.js');
  return createBuilder(host, project, shareProgress(buffer));
}
