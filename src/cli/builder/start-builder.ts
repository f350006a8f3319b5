import { Worker } from 'node:worker_threads';
import type { Builder, CompiledProject, Project, ProjectBuild } from '../../build/builder.js';
import { BuildCache } from '../../build/cache/build-cache.js';
import { type KnownFiles, listKnownFiles } from '../../build/cache/hash-disk.js';
import { NOTHING_PLANNED } from '../../build/outputs/plan-outputs.js';
import {
  createProgressBuffer,
  readProgress,
  resetProgress,
  shareBundler,
} from '../../build/shared-progress.js';
import { DEFAULT_BUILD_TIMEOUT_MS } from '../../compiler/config/project-config.js';
import { CODE_FOLDER } from '../../compiler/package-folder.js';
import { CliFailure } from '../cli-failure.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { BuildReply, BuildRequest, BuildTask, EndedBuild, WorkerInput } from './build-worker.js';
import { type Watch, watchOver } from './watch-over.js';

/**
 * Most of what a build allocates survives: without a limit, the young generation alone takes another 100 MB, and builds
 * are no faster.
 */
const LIMITS = { maxYoungGenerationSizeMb: 32 };

/** Builds in a thread that stays warm between tasks, and that is terminated if the project's code does not finish. */
export function startBuilder(project: Project, io: Io): Builder {
  const { buildTimeoutMs: timeoutMs = DEFAULT_BUILD_TIMEOUT_MS } = project.overrides ?? {};
  const buffer = createProgressBuffer();
  const input: WorkerInput = { project, buffer };
  const host = createNodeHost();
  let worker: Worker | undefined;
  let watch: Watch | undefined;
  /** The file hashes to pass to a thread that has just been started. */
  let known: KnownFiles = new Map();

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    const { bundlerPid } = readProgress(buffer);
    if (ended && bundlerPid !== null) endProcess(bundlerPid);
    shareBundler(buffer, 0);
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(new URL('cli/builder/build-worker.js', CODE_FOLDER), {
      workerData: input,
      resourceLimits: LIMITS,
    });
    // The project's code may fail, or end the thread, even if no task runs.
    return started
      .on('error', () => {})
      .on('exit', () => {
        if (worker === started) worker = undefined;
      });
  }

  async function run<Result>(task: BuildTask, fail: (build: EndedBuild) => Result): Promise<Result> {
    resetProgress(buffer, timeoutMs);
    worker ??= start();
    watch = watchOver(buffer, project.root, io);
    const reply = ask(worker, { task, files: known });
    known = new Map();
    const outcome = await Promise.race([reply, watch.stuck]).finally(watch.end);
    if (outcome.kind !== 'done' || outcome.isSpent) await end();
    if (outcome.kind === 'ended') return fail(outcome);
    if (outcome.kind === 'refused') throw new CliFailure(outcome.message, { help: outcome.help });
    if (outcome.kind === 'crashed') {
      throw Object.assign(new Error('The build failed.'), { stack: outcome.stack });
    }
    return outcome.result as Result;
  }

  /** Checks here, while the thread starts, whether there is anything to do. A running thread checks by itself. */
  async function look(isServerNeeded: boolean): Promise<ProjectBuild | null> {
    if (worker) return null;
    worker = start();
    const cache = new BuildCache(host, project);
    const change = await cache.findChange();
    known = listKnownFiles();
    return cache.findUnchanged(change, isServerNeeded);
  }

  const failBuild = ({ diagnostic, isConfigBroken }: EndedBuild): ProjectBuild => ({
    ...NOTHING_PLANNED,
    diagnostics: [diagnostic],
    isConfigBroken,
    stats: { files: 0, procedures: 0 },
    configFile: null,
    id: null,
    isCompiled: true,
    // The files that the build had read are unknown.
    watched: { files: [], folders: [project.root] },
  });
  return {
    build: async () => (await look(true)) ?? run('build', failBuild),
    check: async () => (await look(false)) ?? run('check', failBuild),
    compile: () =>
      run<CompiledProject>('compile', ({ diagnostic, isConfigBroken }) => ({
        model: null,
        diagnostics: [diagnostic],
        isConfigBroken,
      })),
    giveUp: () => watch?.giveUp(),
    close: end,
  };
}

/** Kills a process that may have ended already. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function ask(worker: Worker, request: BuildRequest): Promise<BuildReply> {
  return new Promise((resolve) => {
    const fail = (error: Error) => settle({ kind: 'crashed', stack: String(error.stack) });
    const leave = () => settle({ kind: 'crashed', stack: 'The build thread exited unexpectedly.' });
    // Removes its own listeners only: `terminate` has one as well, and would never resolve without it.
    const settle = (reply: BuildReply) => {
      worker.off('message', settle).off('error', fail).off('exit', leave);
      resolve(reply);
    };
    worker.on('message', settle).on('error', fail).on('exit', leave);
    worker.postMessage(request);
  });
}
