import { PROCGEN } from '../harness/build-service.js';
import { BENCH_FOLDER } from '../harness/places.js';
import type { ServerCommand } from './server-process.js';

export const OURS = 'procgen';
export const BASELINE = 'node:http';
export const FASTIFY = 'fastify';
export const RIVALS = [FASTIFY, 'hono, outputs checked'] as const;

/** Every server of the service that was built in `root`, ours as it is run in production. */
export function listServerCommands(root: string, key: string): readonly ServerCommand[] {
  const write = (name: string, file: string): ServerCommand => ({
    name,
    args: [`${BENCH_FOLDER}server/contenders/${file}`],
    env: { BENCH_KEY: key },
  });
  return [
    write(BASELINE, 'node-http.mjs'),
    { name: OURS, args: [PROCGEN, '-C', root, 'serve', '--mode', 'production', '--port', '0'] },
    write(RIVALS[0], 'fastify.mjs'),
    write(RIVALS[1], 'hono.mjs'),
  ];
}
