/** Set on every response of the server. */
export const SECURITY_HEADERS = { 'X-Content-Type-Options': 'nosniff' } as const;

/** Set on every response under `/api`, which may override them. */
export const API_HEADERS = { ...SECURITY_HEADERS, 'Cache-Control': 'no-store' } as const;

/** Converts headers to the list of an `Answer`: names and values alternating. */
export function listHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}
