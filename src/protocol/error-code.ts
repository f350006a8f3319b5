/**
 * The one table of error codes and their HTTP statuses. The codes are those of tRPC where tRPC has one; the
 * statuses are those of RFC 9110, RFC 4918 (423), RFC 6585 (428, 429) and, for 499, nginx.
 */
export const STATUS_BY_CODE = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  TIMEOUT: 408,
  CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  LOCKED: 423,
  PRECONDITION_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  CLIENT_CLOSED_REQUEST: 499,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** What the description calls a status, and what a failure without a message of its own says. */
export const REASON_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The request is invalid.',
  401: 'A valid API key is required.',
  402: 'Payment is required.',
  403: 'The caller may not do this.',
  404: 'Not found.',
  405: 'The method is not allowed here.',
  406: 'No acceptable representation exists.',
  408: 'The request took too long.',
  409: 'The request conflicts with the current state.',
  410: 'Gone.',
  412: 'A precondition failed.',
  413: 'The request body is too large.',
  415: 'The media type is not supported.',
  422: 'The content cannot be processed.',
  423: 'Locked.',
  428: 'A precondition is required.',
  429: 'Too many requests.',
  499: 'The client closed the request.',
  500: 'Internal server error.',
  501: 'Not implemented.',
  502: 'Bad gateway.',
  503: 'The service is unavailable.',
  504: 'The gateway timed out.',
};

/** What a 401 says where an application authenticates callers in its own way. */
export const CREDENTIALS_REASON = 'Valid credentials are required.';
