/**
 * The package's messages to callers, in English, by key. Other languages are in `runtime/messages`; a project's catalogs
 * can replace any message under `procgen.<key>`. `{name}` is a placeholder.
 */
export const MESSAGES = {
  'status.400': 'The request is invalid.',
  'status.401': 'A valid API key is required.',
  'status.402': 'Payment is required.',
  'status.403': 'The caller may not do this.',
  'status.404': 'Not found.',
  'status.405': 'The method is not allowed here.',
  'status.406': 'No acceptable representation exists.',
  'status.408': 'The request took too long.',
  'status.409': 'The request conflicts with the current state.',
  'status.410': 'Gone.',
  'status.412': 'A precondition failed.',
  'status.413': 'The request body is too large.',
  'status.415': 'The media type is not supported.',
  'status.416': 'The requested range is not available.',
  'status.422': 'The content cannot be processed.',
  'status.423': 'Locked.',
  'status.428': 'A precondition is required.',
  'status.429': 'Too many requests.',
  'status.499': 'The client closed the request.',
  'status.500': 'Internal server error.',
  'status.501': 'Not implemented.',
  'status.502': 'Bad gateway.',
  'status.503': 'The service is unavailable.',
  'status.504': 'The gateway timed out.',
  'status.4xx': 'The request failed.',
  'status.5xx': 'Internal server error.',

  'credentials.invalid': 'Valid credentials are required.',
  'limit.exceeded': 'Too many requests. Try again in {seconds} seconds.',

  'idempotency.invalid': 'An Idempotency-Key is 1 to 255 printable ASCII characters without spaces.',
  'idempotency.other': 'This Idempotency-Key was used for another request.',
  'idempotency.secret':
    'This request was carried out before. Its answer held a secret, which is shown only once.',
  'idempotency.secretOf':
    'This request was carried out before and made {id}. Its answer held a secret, which is shown only once.',
  'idempotency.upload': 'A request with files takes no Idempotency-Key.',

  'key.name': 'A name has 1 to {max} characters, none of them a control character.',
  'key.scope': 'A scope is 1 to {max} characters without spaces or quotes.',
  'key.scopes': 'A key has at most {max} scopes.',
  'key.noDate': 'This is not a valid date.',
  'key.past': 'A key expires in the future.',
  'key.late': 'A key expires at most {max} days from now.',
  'key.overlap': 'An overlap is 0 milliseconds to {max} days.',
  'key.wider': 'A key cannot make a key with more scopes than its own.',
  'key.outlives': 'A key cannot make a key that outlives it.',
  'key.lacksScope': 'This call needs a permission that the caller does not have: {scopes}.',
  'key.tooMany': 'A user has at most {max} keys. Delete one first.',

  'input.invalid': 'The input is invalid.',
  'input.path': 'The path is not percent-encoded UTF-8.',
  'field.encoding': 'Invalid percent-encoding',
  'field.control': 'Control characters are not allowed',
  'field.conflict': 'Given both as a value and as an object',
  'field.more': 'More errors, not listed: {count}',
  'field.unchecked': 'Checking stopped here. More errors, not listed: {count}',

  'query.tooMany': 'The query string has more than {max} parameters.',
  'query.encoding': 'The query string is not percent-encoded UTF-8.',
  'query.key': 'The query string has a key that is not allowed.',

  'body.missing': 'The request has no body: send a JSON object.',
  'body.empty': 'The request has an empty body: send a JSON object.',
  'body.contentEncoding': 'Send the body without a content encoding.',
  'body.mediaType': 'Send the body as application/json.',
  'body.charset': 'Send the body as application/json in UTF-8.',
  'body.tooLarge': 'The body is larger than {max} bytes.',
  'body.length': 'The body is not as long as its Content-Length says.',
  'body.depth': 'The body is nested deeper than {max} levels.',
  'body.key': 'The body has a key that is not allowed.',
  'body.utf8': 'The body is not UTF-8.',
  'body.json': 'The body is not valid JSON.',

  'form.mediaType': 'Send the body as multipart/form-data.',
  'form.invalid': 'The body is not valid multipart/form-data.',
  'form.tooMany': 'The form has more than {max} files or fields.',
  'form.fileTooLarge': 'A file is larger than {max} bytes.',
  'form.fieldsTooLarge': 'The fields that are not files are larger than {max} bytes together.',
  'form.fileName': 'This is not the name of a file',
} as const;

export type MessageKey = keyof typeof MESSAGES;

/** Every message of the package in one language, as ICU messages. */
export type MessageCatalog = Readonly<Record<MessageKey, string>>;

/** A message of the package, independent of the language. */
export interface MessageDescriptor {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, string | number | boolean | Date>> | undefined;
}

/** The prefix of the package's messages in catalogs and `ctx.t`. */
export const MESSAGE_PREFIX = 'procgen.';

/** The message in English. */
export function formatInEnglish({ key, params }: MessageDescriptor): string {
  if (params === undefined) return MESSAGES[key];
  return MESSAGES[key].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  );
}

/** The default message of a failure with this status. */
export function describeStatusMessage(status: number): MessageDescriptor {
  const key = `status.${status}`;
  if (isMessageKey(key)) return { key };
  return { key: status >= 500 ? 'status.5xx' : 'status.4xx' };
}

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(MESSAGES, key);
}
