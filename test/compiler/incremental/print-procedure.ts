/** A module that procedures share. */
export const SHARED = `import * as z from 'zod';
export const User = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'User' });
export const unused = 1;
`;

/** A procedure file with one procedure, `get`. */
export const print = (
  name: string,
  more: Partial<Record<'meta' | 'input' | 'output' | 'before' | 'summary' | 'doc', string>> = {},
) => `
import { procedure } from 'procgen';
import * as z from 'zod';
import { User } from '../shared.js';
import { log } from '../helper.js';
${more.before ?? ''}
/** ${more.doc ?? `Gets ${name}.`} */
export const get = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/${name}', tags: ['items'], summary: '${more.summary ?? name}', protect: false${more.meta ?? ''} } })
  .input(z.object({ ${more.input ?? 'limit: z.number().optional()'} }))
  .output(${more.output ?? 'z.object({ user: User })'})
  .query(async () => log({ user: { id: '', name: '' } }));
`;
