import { PROCGEN } from '../harness/build-service.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { Projects } from './build-projects.js';

export interface OutsideServer {
  readonly name: string;
  /** Whether a bar depends on its figures. The others run in fewer processes, and not at all with `--quick`. */
  readonly hasBar: boolean;
  /** What Node is started with. */
  listArguments(projects: Projects): readonly string[];
}

export const FASTIFY = 'fastify';
export const HONO = 'hono';
export const KEYS = 'procgen-keys';
export const AUTHENTICATE = 'procgen-authenticate';
export const KOA_HOST = 'procgen-koa';

/** Every server that can be measured; a new one is an entry here and a file in `servers/`. The tables compare with the first. */
export const SERVERS: readonly OutsideServer[] = [
  { name: FASTIFY, hasBar: true, listArguments: () => [script('outside/servers/fastify.mjs')] },
  { name: HONO, hasBar: true, listArguments: () => [script('outside/servers/hono.mjs')] },
  { name: 'koa', hasBar: false, listArguments: () => [script('outside/servers/koa.mjs')] },
  { name: 'oRPC', hasBar: false, listArguments: () => [script('outside/servers/orpc.mjs')] },
  {
    name: 'trpc-to-openapi',
    hasBar: false,
    listArguments: () => [script('outside/servers/trpc-to-openapi.mjs')],
  },
  { name: 'node:http', hasBar: false, listArguments: () => [script('server/contenders/node-http.mjs')] },
  { name: KEYS, hasBar: true, listArguments: ({ keys }) => serve(keys) },
  { name: AUTHENTICATE, hasBar: true, listArguments: ({ authenticate }) => serve(authenticate) },
  {
    name: KOA_HOST,
    hasBar: true,
    listArguments: ({ keys }) => [script('outside/servers/procgen-koa.mjs'), keys],
  },
];

function script(file: string): string {
  return `${BENCH_FOLDER}${file}`;
}

function serve(root: string): readonly string[] {
  return [PROCGEN, '-C', root, 'serve', '--mode', 'production', '--port', '0'];
}
