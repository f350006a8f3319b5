import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { runProcgen } from '../harness/build-service.js';
import { WORK_FOLDER } from '../harness/places.js';

export interface DescribedService {
  /** The folder of `client.ts` and `openapi.json`. */
  readonly folder: string;
  readonly operations: number;
}

/** A resource's five operations, with the schemas that services have: dates, enums, unions, lists, nested objects. */
const OPERATIONS_EACH = 5;

/** Builds a service of `resources` times five operations with procgen's own command line. */
export function buildDescribedService(resources: number): DescribedService {
  const root = `${WORK_FOLDER}/client/service-${resources}`;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(`${root}/procedures`, { recursive: true });
  writeFileSync(`${root}/procgen.config.ts`, CONFIG);
  for (let index = 1; index <= resources; index++) {
    writeFileSync(`${root}/procedures/resource${index}.ts`, printProcedures(index));
  }
  runProcgen(root, ['build']);
  return { folder: `${root}/generated`, operations: resources * OPERATIONS_EACH };
}

const CONFIG = `import { defineConfig } from 'procgen';

export default defineConfig({
  info: { title: 'Resources', version: '1.0.0' },
  baseUrl: 'https://api.example.com',
  tags: { resources: 'Resources' },
});
`;

function printProcedures(index: number): string {
  const meta = (method: string, path: string, summary: string, more = '') =>
    `.meta({ openapi: { enabled: true, method: '${method}', path: '/resource${index}${path}', tags: ['resources'], summary: '${summary}', protect: true${more} } })`;
  return `import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const Owner = z.object({ id: z.uuid(), email: z.email() });
const Resource = z.object({
  id: z.uuid(),
  name: z.string().min(1).meta({ description: 'What people call it.' }),
  state: z.enum(['draft', 'open', 'closed']),
  tags: z.array(z.string()),
  owner: Owner.nullable(),
  price: z.object({ amount: z.number(), currency: z.string().length(3) }),
  createdAt: z.date(),
}).meta({ id: 'Resource${index}' });
const Key = z.object({ id: z.uuid() });
const Draft = z.object({ name: z.string().min(1), state: z.enum(['draft', 'open']).optional(), tags: z.array(z.string()).optional() });
const never = async () => ok(undefined as never);

export const create = procedure
  ${meta('POST', '', 'Create a resource', ', status: 201, errors: [409]')}
  .input(Draft).output(actionResponse(Resource)).mutation(never);
export const get = procedure
  ${meta('GET', '/:id', 'Get a resource', ', errors: [404]')}
  .input(Key).output(actionResponse(Resource)).query(never);
export const list = procedure
  ${meta('GET', '', 'List resources')}
  .input(z.object({ limit: z.int().max(100).default(20), state: z.array(z.enum(['draft', 'open', 'closed'])).optional(), since: z.date().optional() }))
  .output(actionResponse(z.object({ items: z.array(Resource), next: z.string().nullable() }))).query(never);
export const remove = procedure
  ${meta('DELETE', '/:id', 'Remove a resource', ', errors: [404]')}
  .input(Key).output(actionResponse(Key)).mutation(never);
export const update = procedure
  ${meta('PATCH', '/:id', 'Update a resource', ', errors: [404, 409]')}
  .input(Draft.partial().extend({ id: z.uuid() })).output(actionResponse(Resource)).mutation(never);
`;
}
