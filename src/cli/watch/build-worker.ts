/** The thread that builds while another one serves: nothing that a build does makes a caller wait. */
import { parentPort, workerData } from 'node:worker_threads';
import { keepInMemory } from '../build-cache/kept-builds.js';
import { buildProject, type WatchedBuild } from '../build-project.js';
import { explainFailure } from '../explain-failure.js';
import { createNodeHost } from '../node-host.js';
import type { Project } from '../open-project.js';
import { createProcessIo } from '../process-io.js';
import type { BuildReply, BuildRequest, BuiltProject } from './build-reply.js';

const host = createNodeHost();
const io = createProcessIo();
const inMemory = keepInMemory();

parentPort?.on('message', async ({ defersServer }: BuildRequest) => {
  parentPort?.postMessage(await build(workerData as Project, defersServer));
});

async function build(project: Project, defersServer: boolean): Promise<BuildReply> {
  try {
    const built = withoutTexts(await buildProject(host, project, io, { inMemory, defersServer }));
    return { kind: 'built', build: built, heapUsedBytes: process.memoryUsage().heapUsed };
  } catch (error) {
    return { ...explain(error), heapUsedBytes: 0 };
  }
}

function explain(error: unknown) {
  const failure = explainFailure(error);
  if (failure) return { kind: 'refused' as const, message: failure.message, help: failure.help };
  return { kind: 'crashed' as const, stack: (error as Partial<Error>).stack ?? String(error) };
}

function withoutTexts({ plan, ...build }: WatchedBuild): BuiltProject {
  return { ...build, plan: plan.map(({ path, status }) => ({ path, status })) };
}
