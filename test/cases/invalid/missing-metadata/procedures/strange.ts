import { procedure } from 'procgen';
import * as z from 'zod';

export const flag = procedure
  // @ts-expect-error `openapi` is an object.
  .meta({ openapi: true })
  .output(z.string())
  .query(() => 'flag');
