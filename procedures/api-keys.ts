import { actionResponse, type KeyRecord, ok, ProcedureError, procedure } from 'procgen';
import * as z from 'zod';

const ApiKey = z
  .object({
    id: z.string().meta({ description: 'Names the key in paths and logs. Not a secret.' }),
    name: z.string(),
    start: z.string().meta({ description: 'The first characters of the key, to recognise it by.' }),
    scopes: z.array(z.string()).meta({ description: 'What the key may do; empty is all its owner may.' }),
    createdAt: z.date(),
    lastUsedAt: z.date().nullable(),
    expiresAt: z.date().nullable(),
    disabled: z
      .boolean()
      .meta({ description: 'Whether calls with the key are refused until it is enabled.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its secret.' });

/** Lists the caller's keys, the newest first. A secret is never part of the answer. */
export const list = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/api-keys',
      tags: ['apiKeys'],
      summary: 'List API keys',
      protect: true,
    },
    rateLimit: 'QUERY',
  })
  .output(actionResponse(z.array(ApiKey)))
  .query(async ({ ctx }) => ok((await ctx.apiKeys.list(ctx.user.id)).map(present)));

/** Creates a key for the caller. The answer holds the secret, this once. */
export const create = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/api-keys',
      tags: ['apiKeys'],
      summary: 'Create an API key',
      protect: true,
      status: 201,
      errors: { 409: 'The caller has as many keys as a user may have.' },
    },
    rateLimit: 'MUTATION',
  })
  .input(
    z.strictObject({
      // The key service counts: zod would count UTF-16 units, where the description says characters.
      name: z.string().min(1).meta({ maxLength: 100 }),
      expiresAt: z.date().optional().meta({ description: 'In the future, at most 365 days ahead.' }),
      // Checked by the key service as well, whose words are better; RFC 6749, 3.3 says of which characters a scope is.
      scopes: z
        .array(z.string().min(1).meta({ maxLength: 100, pattern: '^[!#-\\[\\]-~]+$' }))
        .optional()
        .meta({
          description: '`read` for queries, `write` for mutations, or the names that procedures ask for.',
          maxItems: 50,
        }),
    }),
  )
  .output(
    actionResponse(
      ApiKey.extend({ key: z.string().meta({ description: 'The key itself, shown this once.' }) }),
    ),
  )
  .mutation(async ({ input, ctx }) => {
    const created = await ctx.apiKeys.create({ userId: ctx.user.id, ...input });
    return ok(
      { ...present(created.record), key: created.secret },
      ctx.t('apiKeys.created', { name: input.name }),
    );
  });

/** Deletes one of the caller's keys. It stops working at once. */
const remove = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'DELETE',
      path: '/api-keys/:id',
      tags: ['apiKeys'],
      summary: 'Delete an API key',
      protect: true,
      errors: [404],
    },
    rateLimit: 'MUTATION',
  })
  .input(z.object({ id: z.string() }))
  .output(actionResponse(z.object({ id: z.string() })))
  .mutation(async ({ input, ctx }) => {
    const deleted = await ctx.apiKeys.delete({ userId: ctx.user.id, id: input.id });
    if (!deleted) throw new ProcedureError('NOT_FOUND', ctx.t('apiKeys.notFound'));
    return ok({ id: deleted.id });
  });

export { remove as delete };

/** A record as the wire shows it. */
function present(record: KeyRecord) {
  return { ...record, scopes: [...record.scopes] };
}
