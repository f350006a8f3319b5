/** The thread that builds, while the main thread watches it and serves. */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { parentPort, workerData } from 'node:worker_threads';
import type { Builder, Project } from '../../build/builder.js';
import { addKnownFiles, type KnownFiles } from '../../build/cache/hash-file.js';
import type { ThreadBuilder } from '../../build/create-builder.js';
import { shareBundlerPid, shareProgress } from '../../build/shared-progress.js';
import { createDiagnostic, type Diagnostic } from '../../compiler/diagnostic.js';
import { describeThrown, traceLines } from '../../compiler/evaluate/trace-lines.js';
import type { Host } from '../../compiler/host.js';
import { explainFailure } from '../explain-failure.js';
import { createNodeHost } from '../node-host.js';

/** The tasks of a build thread. */
export type BuildTask = 'build' | 'check' | 'compile';

/** What the thread starts with. */
export interface WorkerInput {
  readonly project: Project;
  /** Shared memory for its progress. */
  readonly buffer: SharedArrayBuffer;
}

export interface BuildRequest {
  readonly task: BuildTask;
  /** The file hashes that the requesting thread knows. */
  readonly files: KnownFiles;
}

/** A task that the project's code ended, or kept from finishing. */
export interface EndedBuild {
  readonly kind: 'ended';
  readonly diagnostic: Diagnostic;
  /** Whether that was code of the configuration. */
  readonly isConfigBroken: boolean;
}

/** The result of a task. */
export type BuildReply =
  | {
      readonly kind: 'done';
      readonly result: Awaited<ReturnType<Builder[BuildTask]>>;
      /** Whether the next task needs a new thread. */
      readonly needsNewThread: boolean;
    }
  /** The project's own code ended it. */
  | EndedBuild
  /** The task failed with the message of a `CliFailure`. */
  | { readonly kind: 'refused'; readonly message: string; readonly help: string | undefined }
  /** A bug in procgen, with its stack. */
  | { readonly kind: 'crashed'; readonly stack: string };

/** Node never unloads an imported package: a thread with a larger heap is replaced. */
const MAX_HEAP_BYTES = 768 * 1024 * 1024;

// Stack traces reach the project's code through the evaluator's own frames.
Error.stackTraceLimit = 50;

const { project, buffer } = workerData as WorkerInput;
const host = createNodeHost();
let builder: ThreadBuilder | undefined;

subscribe('child_process', (message) => {
  const { process: child } = message as { readonly process: ChildProcess };
  child.once('spawn', () => {
    if (child.pid !== undefined && child.spawnfile.includes('esbuild')) shareBundlerPid(buffer, child.pid);
  });
});

parentPort?.on('message', async ({ task, files }: BuildRequest) => {
  addKnownFiles(files);
  parentPort?.postMessage(await run(task));
});

process.on('uncaughtException', (error) => {
  parentPort?.postMessage(reportUncaught(error, project.root, host));
});

async function run(task: BuildTask): Promise<BuildReply> {
  try {
    builder ??= await openBuilder();
    const result = await builder[task]();
    // What a setup changed in a package would outlast a change of the setup.
    const needsNewThread = builder.hasRunSetup || process.memoryUsage().heapUsed > MAX_HEAP_BYTES;
    return { kind: 'done', result, needsNewThread };
  } catch (error) {
    const failure = explainFailure(error);
    if (failure) return { kind: 'refused', message: failure.message, help: failure.help };
    return { kind: 'crashed', stack: (error as Partial<Error>).stack ?? String(error) };
  }
}

/** Called only if there is something to build: an unchanged project needs no compiler. */
async function openBuilder(): Promise<ThreadBuilder> {
  const { createBuilder } = await import('../../build/create-builder.js');
  return createBuilder(host, project, shareProgress(buffer));
}

/**
 * Reports an error that no code awaits, such as a rejection. It is the project's if its stack trace leads through one
 * of the project's modules, else a crash.
 */
function reportUncaught(error: unknown, root: string, host: Pick<Host, 'readFile'>): BuildReply {
  const isOwn = (path: string) => path.startsWith(`${root}/`) && !path.includes('/node_modules/');
  const findText = (path: string) => (isOwn(path) ? host.readFile(path) : null);
  const [location] = traceLines(error, null, { root, findText });
  if (!location) return { kind: 'crashed', stack: (error as Partial<Error>).stack ?? String(error) };
  const message = `An unhandled error stopped the build: ${describeThrown(error)}`;
  const help =
    'Handle the error, or move this code into a handler: a build runs the code that creates the schemas.';
  const diagnostic = createDiagnostic('failing-import', location, message, { help });
  return { kind: 'ended', diagnostic, isConfigBroken: false };
}
