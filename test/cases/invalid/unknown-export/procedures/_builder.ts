import {
  createProcedur,
} from 'procgen';

export const builder = createProcedur();
