import { CREDENTIALS_HEADER, CREDENTIALS_PREFIX } from './credentials.js';
import { CONNECTION_FAILED, REDIRECTED } from './network-messages.js';
import type { CallOptions, OutgoingRequest, TransportOptions } from './options.js';
import { readAnswer } from './read-answer.js';
import type { Result } from './result.js';

/**
 * Makes one attempt: gets the credentials, sends, reads the whole response. All errors are `network` failures: those of
 * the connection with one message, since platforms differ; those of hooks with theirs. A redirect is not followed
 * unless the call says so: `fetch` would send the body and every header but `Authorization` to the other origin.
 */
export async function sendRequest<Payload>(
  options: TransportOptions,
  call: CallOptions,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Result<Payload>> {
  const { operation, headers, body } = request;
  let isOnNetwork = false;
  try {
    const apiKey = typeof options.apiKey === 'function' ? await options.apiKey() : options.apiKey;
    const own = {
      Accept: 'application/json',
      'Content-Type': body && 'application/json',
      'Idempotency-Key': call.idempotencyKey,
      [CREDENTIALS_HEADER]: apiKey && `${CREDENTIALS_PREFIX} ${apiKey}`,
    };
    // One after the other, because names are case-insensitive in `Headers`.
    for (const layer of [own, options.headers, call.headers]) {
      for (const [name, value] of Object.entries(layer ?? {})) {
        if (value) headers.set(name, value);
        else headers.delete(name);
      }
    }
    await options.onRequest?.(request);
    isOnNetwork = true;
    const response = await (options.fetch ?? fetch)(request.url, {
      ...call.init,
      redirect: call.init?.redirect ?? 'error',
      method: operation.method,
      headers,
      body: body ?? null,
      signal,
    });
    isOnNetwork = false;
    await options.onResponse?.(response, request);
    isOnNetwork = true;
    const isBytes = response.ok && operation.answer === 'blob';
    const content = isBytes ? (operation.isStream ? response.body : response.blob()) : response.text();
    return readAnswer(operation, response, await content);
  } catch (cause) {
    const reason = String(Object(cause).message ?? cause);
    const isRedirected = /ed ?redirect/i.test(reason + Object(cause).cause);
    const message = isOnNetwork ? (isRedirected ? REDIRECTED : CONNECTION_FAILED) : reason;
    return { success: false, kind: 'network', message, errors: [], cause };
  }
}
