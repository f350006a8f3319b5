/** A request that costs the caller little and is meant to cost the server much. */
export interface HostileRequest {
  readonly path: string;
  readonly body: string;
}

const MEBIBYTE = 1_048_576;

export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  { path: '/api/order', body: `{"lines":${fill('{}')}}` },
  { path: '/api/order', body: `{"lines":${fill('{"product":1,"count":0.5}')}}` },
  { path: '/api/visit', body: `{"countries":${fill('"atlantis"')}}` },
  { path: '/api/visit', body: `{"days":${fill('"never"')}}` },
  {
    path: '/api/visit',
    body: `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  },
  { path: '/api/visit', body: `{"${'k'.repeat(MEBIBYTE - 100)}":1}` },
  { path: '/api/shape', body: `{"shapes":${fill('{}')}}` },
  { path: '/api/shape', body: `{"shapes":${fill('"long text"')}}` },
  { path: '/api/shape', body: '['.repeat(MEBIBYTE - 100) },
  { path: '/api/order', body: `{"lines":"${'\\u0000'.repeat(170_000)}"}` },
];

/** A list of one item that is nearly as long as a body may be. */
function fill(item: string): string {
  const count = Math.floor((MEBIBYTE - 100) / (item.length + 1));
  return `[${Array(count).fill(item).join(',')}]`;
}
