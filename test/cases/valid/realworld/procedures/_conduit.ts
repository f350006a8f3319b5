import { createProcedure } from 'procgen';
import type { Conduit } from '../app/conduit.js';
import type { Viewer } from '../app/verify-token.js';

/** What the config's `context` and `authenticate` add to `ctx`. */
export interface ConduitContext {
  readonly conduit: Conduit;
  readonly user: Viewer | null;
}

/** The builder of every procedure here. */
export const procedure = createProcedure<ConduitContext>();
