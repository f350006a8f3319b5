import { CREDENTIALS_HEADER, CREDENTIALS_PREFIX } from './credentials.js';
import type { CallOptions, OutgoingRequest, TransportOptions } from './options.js';
import { readAnswer } from './read-answer.js';
import type { Result } from './result.js';

/** Makes one try: asks for the credentials, sends, reads the answer to its end. Whatever is thrown is a `network` fail. */
export async function sendRequest<Payload>(
  options: TransportOptions,
  call: CallOptions,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Result<Payload>> {
  const { operation, headers, body } = request;
  try {
    headers.set('Accept', 'application/json');
    if (body) headers.set('Content-Type', 'application/json');
    if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey);
    const apiKey = typeof options.apiKey === 'function' ? await options.apiKey() : options.apiKey;
    if (apiKey) headers.set(CREDENTIALS_HEADER, `${CREDENTIALS_PREFIX} ${apiKey}`);
    for (const [name, value] of Object.entries({ ...options.headers, ...call.headers }))
      headers.set(name, value);
    await options.onRequest?.(request);
    const init = { ...call.init, method: operation.method, headers, body: body ?? null, signal };
    const response = await (options.fetch ?? fetch)(request.url, init);
    await options.onResponse?.(response, request);
    return readAnswer(operation, response, await response.text());
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { success: false, kind: 'network', message, errors: [], cause };
  }
}
