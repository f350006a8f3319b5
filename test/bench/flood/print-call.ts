import { printRequest } from '../server/workloads.js';

/** The call that the bench sends with a key, as the bytes of a request. */
export function printCall(secret: string): string {
  return printRequest('GET /api/items?limit=1', [`Authorization: Bearer ${secret}`]);
}
