/** The response headers that a service sets itself, under the names by which its description refers to them. */
export const SERVICE_HEADERS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'Deprecation',
  'Sunset',
  'Link',
] as const;

export type ServiceHeader = (typeof SERVICE_HEADERS)[number];

/** The name of the component that describes the request header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_COMPONENT = 'IdempotencyKey';
