import { procedure } from 'procgen';
import * as z from 'zod';

// @ts-expect-error An object of schemas is no schema.
export const list = procedure.input({ id: z.string() }).query(() => 'first');
