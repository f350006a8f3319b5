import type { Contender } from '../harness/compare.js';
import { type Answer, openConnection, parseAnswer } from './connection.js';
import { prepareLoad } from './put-under-load.js';
import type { ServerProcess } from './server-process.js';
import type { Workload } from './workloads.js';

export interface LoadRequest {
  readonly name: string;
  /** As it goes over the connection. */
  readonly request: string;
  /** Of every answer. */
  readonly status: number;
  /** Throws when an answer is not the right one. */
  check(answer: Answer): void;
}

/** One server under one request, again and again. */
export function createContender(
  { port, readCpu, profileWhile }: ServerProcess,
  { name, request, status, check }: LoadRequest,
): Contender {
  const run = prepareLoad({ port, request, status });
  return {
    name,
    readCpu,
    run,
    async check() {
      const connection = await openConnection(port);
      try {
        check(parseAnswer(await connection.ask(request)));
      } finally {
        connection.close();
      }
    },
    profile: (requests) => profileWhile(() => run(requests)),
  };
}

/** One server under one workload. */
export function createWorkloadContender(
  server: ServerProcess,
  { status, printRequest, check }: Workload,
  key: string,
): Contender {
  return createContender(server, { name: server.name, request: printRequest(key), status, check });
}
