import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { REPOSITORY, WORK_FOLDER } from '../harness/places.js';
import { createSizedProject, nameFolder, type SizedProject } from './sized-project.js';

/** Writes a project of so many procedures, one a file, with a named schema each. */
export function writeProcgenProject(procedures: number): SizedProject {
  const root = `${WORK_FOLDER}/build/procgen-${procedures}`;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(`${root}/procedures`, { recursive: true });
  mkdirSync(`${root}/node_modules`);
  // A package of its own, so that it has a cache of its own.
  symlinkSync(REPOSITORY, `${root}/node_modules/procgen`);
  writeFileSync(`${root}/package.json`, '{ "name": "sized", "type": "module" }\n');
  writeFileSync(`${root}/procgen.config.ts`, CONFIG);
  for (let index = 0; index < procedures; index++) writeProcedure(root, index, `List resource ${index}`);
  return createSizedProject(root, (summary) => writeProcedure(root, 0, summary));
}

const CONFIG = `import { defineConfig } from 'procgen';

export default defineConfig({ info: { title: 'Sized', version: '1.0.0' }, tags: { resources: 'Resources' } });
`;

function writeProcedure(root: string, index: number, summary: string): void {
  const folder = `${root}/procedures/${nameFolder(index)}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/resource${index}.ts`, printProcedure(index, summary));
}

function printProcedure(index: number, summary: string): string {
  return `import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const Resource = z
  .object({
    id: z.uuid(),
    name: z.string().min(1).max(120),
    quantity: z.number().int().min(0),
    state: z.enum(['draft', 'open', 'closed']),
    tags: z.array(z.string()),
    createdAt: z.date(),
  })
  .meta({ id: 'Resource${index}' });

/** Lists what there is of resource ${index}. */
export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/resource${index}', tags: ['resources'], summary: '${summary}', protect: true },
    rateLimit: 'QUERY',
  })
  .input(z.object({ limit: z.number().int().min(1).max(100).default(20), tag: z.array(z.string()).optional() }))
  .output(actionResponse(z.array(Resource)))
  .query(async () => ok([]));
`;
}
