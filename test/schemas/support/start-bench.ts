import type { RouteTable } from '../../../src/runtime/index.js';
import type { Carrier, ConstructName } from '../constructs.js';
import { printConstructFiles, printEventFiles } from './construct-files.js';
import { createJudges, type Judge } from './judge.js';
import { printRequest } from './print-request.js';
import { serveProject } from './serve-project.js';

/** One answer to one raw request. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked at by its keys.
  readonly body: any;
}

export interface Bench {
  readonly routes: RouteTable;
  /** Sends a value of a construct as its description says; undefined when no URL can say it. */
  send(carrier: Carrier, name: ConstructName, value: unknown): Promise<Answer | undefined>;
  judge(carrier: Carrier, name: ConstructName): Judge;
  /** Calls through the generated client. */
  // biome-ignore lint/suspicious/noExplicitAny: the client was generated a moment ago.
  call(carrier: Carrier, name: ConstructName, value: unknown): Promise<any>;
  /** The events of a stream that sends the value once, through the generated client. */
  follow(name: ConstructName, value: unknown): AsyncIterable<unknown>;
  stop(): Promise<void>;
}

/** Builds the project of all constructs, serves it on a socket and loads its client. */
export async function startBench(): Promise<Bench> {
  const {
    url: origin,
    routes,
    client,
    description,
    stop,
  } = await serveProject({
    ...printConstructFiles(),
    ...printEventFiles(),
  });
  const judges = createJudges(description);
  const known = new Map<string, Judge>();
  return {
    routes,
    async send(carrier, name, value) {
      const request = printRequest(carrier, name, value);
      if (!request) return undefined;
      const response = await fetch(`${origin}/api${request.path}`, request.init);
      return { status: response.status, body: await response.json() };
    },
    judge(carrier, name) {
      const key = `${carrier} ${name}`;
      const judge = known.get(key) ?? judges(carrier, name);
      known.set(key, judge);
      return judge;
    },
    call: (carrier, name, value) => client[carrier][name](value === undefined ? {} : { value }),
    follow: (name, value) => client.events[name](value === undefined ? {} : { value }),
    stop,
  };
}
