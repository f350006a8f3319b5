import * as z from 'zod';

function need(name: string): string {
  const value = process.env[name];
  if (value === undefined) process.exit(0);
  return value;
}

export const Region = z.string().describe(need('A_REGION_NOBODY_SET'));
