import { Worker } from 'node:worker_threads';
import type { Builder, CompiledProject } from '../../build/builder.js';
import { BuildCache } from '../../build/cache/build-cache.js';
import { findUnchanged } from '../../build/find-unchanged.js';
import { NOTHING_PLANNED } from '../../build/outputs/plan-outputs.js';
import type { Project } from '../../build/project.js';
import type { ProjectBuild } from '../../build/project-build.js';
import { createProgressBuffer, readProgress, shareBundler } from '../../build/shared-progress.js';
import type { Diagnostic } from '../../compiler/diagnostic.js';
import { CODE_FOLDER } from '../../compiler/package-folder.js';
import { CliFailure } from '../cli-failure.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { BuildReply, BuildTask, WorkerInput } from './build-reply.js';
import { type Watch, watchOver } from './watch-over.js';

/** Node never forgets a package that was imported: a thread that holds so much is exchanged for a new one. */
const HEAP_LIMIT_BYTES = 768 * 1024 * 1024;

/**
 * Builds in a thread that stays warm from one task to the next, and is ended where code of the project's does not come to its
 * end.
 */
export function startBuilder(project: Project, io: Io): Builder {
  const buffer = createProgressBuffer();
  const input: WorkerInput = { project, buffer };
  const host = createNodeHost();
  let worker: Worker | undefined;
  let watch: Watch | undefined;

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    const { bundlerPid } = readProgress(buffer);
    if (ended && bundlerPid !== null) endProcess(bundlerPid);
    shareBundler(buffer, 0);
    await ended?.terminate();
  }

  async function run<Result>(task: BuildTask, fail: (diagnostic: Diagnostic) => Result): Promise<Result> {
    worker ??= startWorker(input);
    watch = watchOver(buffer, project.root, io);
    const outcome = await Promise.race([ask(worker, task), watch.stuck]).finally(watch.end);
    if (!('kind' in outcome)) {
      await end();
      return fail(outcome);
    }
    if (outcome.kind !== 'done' || outcome.heapUsedBytes > HEAP_LIMIT_BYTES) await end();
    if (outcome.kind === 'refused') throw new CliFailure(outcome.message, { help: outcome.help });
    if (outcome.kind === 'crashed') {
      throw Object.assign(new Error('The build failed.'), { stack: outcome.stack });
    }
    return outcome.result as Result;
  }

  /** Looks here, while the thread starts, whether anything is to be done. A thread that is there looks by itself. */
  async function look(isServerNeeded: boolean): Promise<ProjectBuild | null> {
    if (worker) return null;
    worker = startWorker(input);
    const cache = new BuildCache(host, project);
    const change = await cache.findChange();
    return findUnchanged(host, project.root, { cache, change, isServerNeeded });
  }

  const failBuild = (diagnostic: Diagnostic): ProjectBuild => ({
    ...NOTHING_PLANNED,
    diagnostics: [diagnostic],
    isConfigBroken: false,
    stats: { files: 0, procedures: 0 },
    configFile: null,
    isCompiled: true,
    watched: { files: [`${project.root}/${diagnostic.file}`], folders: [] },
  });
  return {
    build: async () => (await look(true)) ?? run('build', failBuild),
    check: async () => (await look(false)) ?? run('check', failBuild),
    compile: () =>
      run<CompiledProject>('compile', (diagnostic) => ({
        model: null,
        diagnostics: [diagnostic],
        isConfigBroken: false,
      })),
    giveUp: () => watch?.giveUp(),
    close: end,
  };
}

/** One that has ended by itself has ended. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function startWorker(input: WorkerInput): Worker {
  return new Worker(new URL('cli/builder/build-worker.js', CODE_FOLDER), { workerData: input });
}

function ask(worker: Worker, task: BuildTask): Promise<BuildReply> {
  return new Promise((resolve) => {
    const fail = (error: Error) => settle({ kind: 'crashed', stack: String(error.stack) });
    const leave = () => settle({ kind: 'crashed', stack: 'The thread that builds has ended.' });
    // Its own listeners only: `terminate` has one as well, and would wait for ever without it.
    const settle = (reply: BuildReply) => {
      worker.off('message', settle).off('error', fail).off('exit', leave);
      resolve(reply);
    };
    worker.on('message', settle).on('error', fail).on('exit', leave);
    worker.postMessage(task);
  });
}
