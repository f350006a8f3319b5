import { procedure } from 'procgen';
import * as z from 'zod';

// @ts-expect-error A step after the end.
export const list = procedure.query(() => 'first').output(z.string());
