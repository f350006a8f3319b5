import * as z from 'zod';

const process = { exit: (code: number) => code };

export const Order = z.object({ id: z.string() });

process.exit(0);
