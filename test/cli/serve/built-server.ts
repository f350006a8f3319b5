import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createProject } from '../temporary-project.js';

const INPUT = 'export const note = 1;\n';

const ROUTE = (name: string, path: string, kind: string) => `{
      name: '${name}', method: 'GET', path: '${path}', procedure: ${kind}, protect: false, rateLimit: false, status: 200,
    }`;

/**
 * A project whose server has been built, as production finds it: three routes (`/api/ping` answers, `/api/slow` takes
 * 300 ms, `/api/crash` throws where nobody catches it) and what `config` says.
 */
export async function createBuiltProject(config = '{}', top = ''): Promise<string> {
  const root = await createProject({ 'procedures/ping.ts': INPUT });
  const bundle = `import { procedure } from 'procgen';
import { defineRoutes } from 'procgen/runtime';
import * as z from 'zod';
${top}
const meta = (path) => ({
  openapi: { enabled: true, method: 'GET', path, tags: [], summary: path, protect: false }, rateLimit: false,
});
const ping = procedure.meta(meta('/ping')).output(z.object({ pong: z.boolean() })).query(() => ({ pong: true }));
const slow = procedure.meta(meta('/slow')).output(z.object({ late: z.boolean() })).query(async () => {
  process.stderr.write('slow has begun\\n');
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { late: true };
});
const crash = procedure.meta(meta('/crash')).output(z.object({})).query(() => {
  setTimeout(() => { throw new Error('boom outside'); }, 1);
  return {};
});
export const routes = defineRoutes({
  description: new URL('./openapi.json', import.meta.url),
  credentials: { header: 'Authorization', prefix: 'Bearer' },
  messages: { en: {} },
  routes: [
    ${ROUTE('demo.ping', '/ping', 'ping')},
    ${ROUTE('demo.slow', '/slow', 'slow')},
    ${ROUTE('demo.crash', '/crash', 'crash')},
  ],
});
export const config = ${config};
`;
  const sha256 = createHash('sha256').update(INPUT).digest('hex');
  await write(root, '.procgen/server/index.mjs', bundle);
  await write(
    root,
    '.procgen/server/openapi.json',
    '{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{}}',
  );
  await write(
    root,
    '.procgen/server/manifest.json',
    JSON.stringify({ version: 1, procedures: 'procedures', inputs: { 'procedures/ping.ts': sha256 } }),
  );
  return root;
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
