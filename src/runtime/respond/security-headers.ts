/** On every answer of the server. */
export const SECURITY_HEADERS = { 'X-Content-Type-Options': 'nosniff' } as const;

/** On every answer under `/api`, unless the answer itself says otherwise. */
export const API_HEADERS = { ...SECURITY_HEADERS, 'Cache-Control': 'no-store' } as const;

/** Headers as an answer takes them: names and values by turns. */
export function listHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}
