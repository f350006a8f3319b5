import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { runProcgen } from '../harness/build-service.js';
import { BENCH_FOLDER, WORK_FOLDER } from '../harness/places.js';

/** The service of the benches as two procgen projects, both built. */
export interface Projects {
  /** The folder of the one with procgen's own API keys. */
  readonly keys: string;
  /** The folder of the one with a function as `authenticate`, which accepts the key in `BENCH_KEY`. */
  readonly authenticate: string;
  /** A key of the first one. */
  readonly key: string;
}

const FILES = 100;

/** Writes and builds both projects with so many further routes, a multiple of 100. Throws when a build fails. */
export function buildProjects(otherRoutes: number): Projects {
  const folder = `${WORK_FOLDER}/outside/projects-${otherRoutes}`;
  const [keys, authenticate] = [`${folder}/keys`, `${folder}/authenticate`];
  rmSync(folder, { recursive: true, force: true });
  for (const root of [keys, authenticate]) {
    mkdirSync(root, { recursive: true });
    cpSync(`${BENCH_FOLDER}service`, root, { recursive: true });
    for (let file = 0; otherRoutes > 0 && file < FILES; file++) {
      writeFileSync(`${root}/procedures/others${file}.ts`, printProcedures(file, otherRoutes / FILES));
    }
  }
  renameSync(`${authenticate}/procgen.config.ts`, `${authenticate}/base.config.ts`);
  writeFileSync(`${authenticate}/procgen.config.ts`, CONFIG);
  cpSync(`${BENCH_FOLDER}server/parts/authenticate.mjs`, `${authenticate}/app/authenticate.mjs`);
  for (const root of [keys, authenticate]) runProcgen(root, ['build']);
  const key = runProcgen(keys, ['keys', 'create', '--name', 'bench', '--plain']).trim();
  return { keys, authenticate, key };
}

const CONFIG = `import { defineConfig } from 'procgen';
import { createAuthenticator } from './app/authenticate.mjs';
import base from './base.config.js';

const findUser = createAuthenticator(process.env.BENCH_KEY ?? '');

export default defineConfig({
  ...base,
  authenticate: ({ headers }) => {
    const user = findUser(headers.authorization);
    return user && { user };
  },
});
`;

function printProcedures(file: number, count: number): string {
  const procedures = Array.from({ length: count }, (_, index) => printProcedure(file * count + index));
  return `import { procedure } from 'procgen';\nimport * as z from 'zod';\n${procedures.join('')}`;
}

/** The same route as in `servers/other-routes.mjs`. */
function printProcedure(index: number): string {
  const hasParameter = index % 2 === 1;
  const path = `/others/n${index}${hasParameter ? '/:id' : ''}`;
  return `
export const n${index} = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '${path}', tags: ['items'], summary: 'Other', protect: false } })
  ${hasParameter ? '.input(z.object({ id: z.string() }))' : ''}
  .output(z.object({ id: z.string() }))
  .query((${hasParameter ? '{ input }' : ''}) => ({ id: ${hasParameter ? 'input.id' : "''"} }));
`;
}
