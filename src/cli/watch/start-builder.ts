import { Worker } from 'node:worker_threads';
import { CODE_FOLDER } from '../../compiler/package-folder.js';
import type { Project } from '../open-project.js';
import type { BuildReply } from './build-reply.js';

/** Builds a project again and again, in a thread of its own that keeps the compiler warm. */
export interface Builder {
  /** One at a time. */
  build(): Promise<BuildReply>;
  close(): Promise<void>;
}

/** Node never forgets a module that was imported: a thread that holds so much is exchanged for a new one. */
const HEAP_LIMIT_BYTES = 768 * 1024 * 1024;

export function startBuilder(project: Project): Builder {
  let worker = startWorker(project);
  return {
    async build() {
      const reply = await ask(worker);
      if (reply.kind === 'crashed' || reply.heapUsedBytes > HEAP_LIMIT_BYTES) {
        await worker.terminate();
        worker = startWorker(project);
      }
      return reply;
    },
    close: async () => void (await worker.terminate()),
  };
}

function startWorker(project: Project): Worker {
  return new Worker(new URL('cli/watch/build-worker.js', CODE_FOLDER), { workerData: project });
}

function ask(worker: Worker): Promise<BuildReply> {
  return new Promise((resolve) => {
    const fail = (error: Error) => end(crashed(String(error.stack)));
    const leave = () => end(crashed('The thread that builds has ended.'));
    // Its own listeners only: `terminate` has one as well, and would wait for ever without it.
    const end = (reply: BuildReply) => {
      worker.off('message', end).off('error', fail).off('exit', leave);
      resolve(reply);
    };
    worker.on('message', end).on('error', fail).on('exit', leave);
    worker.postMessage(null);
  });
}

function crashed(stack: string): BuildReply {
  return { kind: 'crashed', stack, heapUsedBytes: 0 };
}
