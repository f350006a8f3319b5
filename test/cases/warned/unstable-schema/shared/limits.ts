import * as z from 'zod';

const start = performance.now();

/** Runs where a schema asks for it. */
export function future() {
  return z.date().min(new Date(Date.now() + 60_000 * Math.floor(start)));
}

export const Past = z.date().max(new Date());

/** Nobody asks for it. */
export const unused = Math.random();
