import { Worker } from 'node:worker_threads';
import type { Builder, CompiledProject, Project, ProjectBuild } from '../../build/builder.js';
import { BuildCache } from '../../build/cache/build-cache.js';
import { type KnownFiles, listKnownFiles } from '../../build/cache/hash-file.js';
import { NOTHING_PLANNED } from '../../build/outputs/plan-outputs.js';
import {
  createProgressBuffer,
  readProgress,
  resetProgress,
  shareBundlerPid,
} from '../../build/shared-progress.js';
import { DEFAULT_BUILD_TIMEOUT_MS } from '../../compiler/config/project-config.js';
import { CODE_FOLDER } from '../../compiler/package-folder.js';
import { CliFailure } from '../cli-failure.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { BuildReply, BuildRequest, BuildTask, EndedBuild, WorkerInput } from './build-worker.js';
import { type BuildMonitor, monitorBuild } from './monitor-build.js';

/**
 * Most of what a build allocates survives: without a limit, the young generation alone takes another 100 MB, and builds
 * are no faster.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32 };

/** Builds in a thread that stays warm between tasks, and that is terminated if the project's code does not finish. */
export function startBuilder(project: Project, io: Io): Builder {
  const { buildTimeoutMs: timeoutMs = DEFAULT_BUILD_TIMEOUT_MS } = project.overrides ?? {};
  const buffer = createProgressBuffer();
  const input: WorkerInput = { project, buffer };
  const host = createNodeHost();
  let worker: Worker | undefined;
  let monitor: BuildMonitor | undefined;
  /** The file hashes to pass to a thread that has just been started. */
  let knownFiles: KnownFiles = new Map();

  async function terminate(): Promise<void> {
    const terminated = worker;
    worker = undefined;
    const { bundlerPid } = readProgress(buffer);
    if (terminated && bundlerPid !== null) killProcess(bundlerPid);
    shareBundlerPid(buffer, 0);
    await terminated?.terminate();
  }

  function start(): Worker {
    const started = new Worker(new URL('cli/builder/build-worker.js', CODE_FOLDER), {
      workerData: input,
      resourceLimits: RESOURCE_LIMITS,
    });
    // The project's code may fail, or end the thread, even if no task runs.
    return started
      .on('error', () => {})
      .on('exit', () => {
        if (worker === started) worker = undefined;
      });
  }

  async function run<Result>(task: BuildTask): Promise<Result> {
    resetProgress(buffer, timeoutMs);
    worker ??= start();
    monitor = monitorBuild(buffer, project.root, io);
    const reply = sendRequest(worker, { task, files: knownFiles });
    knownFiles = new Map();
    const outcome = await Promise.race([reply, monitor.stuck]).finally(monitor.end);
    if (outcome.kind !== 'done' || outcome.needsNewThread) await terminate();
    if (outcome.kind === 'ended') return describeEnded(outcome) as Result;
    if (outcome.kind === 'refused') throw new CliFailure(outcome.message, { help: outcome.help });
    if (outcome.kind === 'crashed') {
      throw Object.assign(new Error('The build failed.'), { stack: outcome.stack });
    }
    return outcome.result as Result;
  }

  /** Checks here, while the thread starts, whether there is anything to do. A running thread checks by itself. */
  async function findUnchanged(isServerNeeded: boolean): Promise<ProjectBuild | null> {
    if (worker) return null;
    worker = start();
    const cache = new BuildCache(host, project);
    const change = await cache.findChange();
    knownFiles = listKnownFiles();
    return cache.findUnchanged(change, isServerNeeded);
  }

  /** Returns the result of any task. */
  const describeEnded = ({ diagnostic, isConfigBroken }: EndedBuild): ProjectBuild & CompiledProject => ({
    ...NOTHING_PLANNED,
    model: null,
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
    build: async () => (await findUnchanged(true)) ?? run('build'),
    check: async () => (await findUnchanged(false)) ?? run('check'),
    compile: () => run('compile'),
    cancelStuck: () => monitor?.cancelStuck(),
    close: terminate,
  };
}

/** Kills a process that may have ended already. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function sendRequest(worker: Worker, request: BuildRequest): Promise<BuildReply> {
  return new Promise((resolve) => {
    const fail = (error: Error) => settle({ kind: 'crashed', stack: String(error.stack) });
    const exit = () => settle({ kind: 'crashed', stack: 'The build thread exited unexpectedly.' });
    // Removes its own listeners only: `terminate` has one as well, and would never resolve without it.
    const settle = (reply: BuildReply) => {
      worker.off('message', settle).off('error', fail).off('exit', exit);
      resolve(reply);
    };
    worker.on('message', settle).on('error', fail).on('exit', exit);
    worker.postMessage(request);
  });
}
