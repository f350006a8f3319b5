import { procedure } from 'procgen';
import * as z from 'zod';

// @ts-expect-error The end of a procedure in oRPC.
export const find = procedure.output(z.string()).handler(() => 'first');
