import { procedure } from 'procgen';
import * as z from 'zod';

export const check = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/health',
      tags: ['health'],
      summary: 'Check the service',
      protect: false,
    },
    rateLimit: false,
  })
  .output(z.object({ status: z.literal('ok'), timestamp: z.date() }))
  .query(() => ({ status: 'ok' as const, timestamp: new Date() }));
