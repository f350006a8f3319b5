import { procedure } from 'procgen';
import * as z from 'zod';

export const shared = { enabled: true, tags: ['elsewhere'], protect: false } as const;

export const base = procedure.meta({ openapi: shared }).output(z.string());
