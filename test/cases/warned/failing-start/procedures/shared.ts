import { createProcedure } from 'procgen';

/** No server imports a file without procedures for itself. */
export const builder = createProcedure();

throw new Error('Nobody imports this file.');
