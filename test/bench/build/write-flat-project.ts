import { REPOSITORY } from '../harness/places.js';
import { createEdit, nameFolder, type SizedProject, writeProject } from './sized-project.js';

/** Writes a project of so many procedures, one a file, with a named schema each, that nothing else is imported by. */
export function writeFlatProject(procedures: number, checkout = REPOSITORY, name = 'flat'): SizedProject {
  const paths = Array.from({ length: procedures }, (_, index) => [nameFile(index), index] as const);
  const root = writeProject(
    `${name}-${procedures}`,
    checkout,
    Object.fromEntries(paths.map(([path, index]) => [path, printProcedure(index, 0)])),
  );
  const editProcedure = createEdit(
    root,
    nameFile(0),
    (edits) => printProcedure(0, edits),
    (edits) => `List resource 0, edit ${edits}`,
  );
  return { root, procedures, files: procedures, editProcedure };
}

function nameFile(index: number): string {
  return `procedures/${nameFolder(index)}/resource${index}.ts`;
}

function printProcedure(index: number, edits: number): string {
  const summary = `List resource ${index}${edits ? `, edit ${edits}` : ''}`;
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
