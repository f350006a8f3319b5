// A procedure that takes a file and tells its length.
import * as z from 'zod';
import { procedure } from '../../../dist/index.js';
import { serveRoutes } from '../server/parts/serve-routes.mjs';

const openapi = { enabled: true, method: 'POST', path: '/files', tags: [], summary: '', protect: false };
await serveRoutes(
  [
    {
      name: 'save',
      method: 'POST',
      path: '/files',
      procedure: procedure
        .meta({ openapi, rateLimit: false })
        .input(z.object({ file: z.file() }))
        .output(z.object({ size: z.number() }))
        .mutation(({ input }) => ({ size: input.file.size })),
      protect: false,
      rateLimit: false,
      status: 200,
      body: 'required',
      plan: { form: { fields: { file: { as: 'file' } }, value: { object: { file: 'file' } } } },
    },
  ],
  { overload: false, uploads: { limit: 2 ** 30 } },
);
