/** The thread that builds while another one serves: nothing that a build does makes a caller wait. */
import { parentPort, workerData } from 'node:worker_threads';
import { createServerBundler } from '../../compiler/bundle/server-bundler.js';
import { keepInMemory } from '../build-cache/kept-builds.js';
import { buildProject, type WatchedBuild } from '../build-project.js';
import { explainFailure } from '../explain-failure.js';
import { createNodeHost } from '../node-host.js';
import type { Project } from '../open-project.js';
import { createProcessIo } from '../process-io.js';
import type { BuildReply, BuiltProject } from './build-reply.js';

const host = createNodeHost();
const io = createProcessIo();
const inMemory = keepInMemory();
const project = workerData as Project;
const bundler = createServerBundler(project);

parentPort?.on('message', async () => {
  parentPort?.postMessage(await build());
});

async function build(): Promise<BuildReply> {
  try {
    const built = withoutTexts(await buildProject(host, project, io, { inMemory, bundler }));
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
