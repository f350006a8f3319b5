import { procedure } from 'procgen';
import * as z from 'zod';

// @ts-expect-error The route of a procedure in oRPC.
export const list = procedure.route({ method: 'GET', path: '/notes' }).output(z.string());
