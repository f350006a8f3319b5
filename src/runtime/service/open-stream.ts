import type { Config } from '../../definition/config.js';
import type { StreamKind } from '../../definition/output-kind.js';
import type { Keyring } from '../../keys/keyring.js';
import type { KeyEndListener } from '../../keys/watch-keys.js';
import { ProcedureError } from '../../protocol/procedure-error.js';
import type { Call, OpenedStream } from '../call/call.js';
import { logThrown } from '../describe-thrown.js';
import { nameCaller } from '../guards/limit.js';
import { OVERLOADED } from '../overload/create-gate.js';
import type { OpenStreams } from '../overload/open-streams.js';
import { createRefusal, printStreamFailure, type Refusal, Refused } from '../respond/fail.js';
import { prepareOutput } from '../respond/prepare-output.js';
import { cancelItems, StreamBody, type StreamOptions } from '../respond/stream-body.js';
import { STREAM_FORMATS } from '../respond/stream-format.js';
import { type FailureParts, logFailure } from './report-failure.js';

export interface StreamParts {
  readonly streams: OpenStreams;
  readonly keyring: () => Keyring;
}

/** Opens the stream of a call whose handler has returned its items. */
export type OpenStream = (call: Call, items: AsyncIterable<unknown>) => Promise<OpenedStream>;

/** Callers of a stopping server reconnect after a random time in this range. */
const RETRY_MS = { min: 500, max: 2_000 };

/**
 * Prepares the function that opens the streams of one procedure. Rejects with an error that the source throws before
 * its first item, which is answered like any failure; a later error becomes the end of the stream. A stream holds no
 * place in the overload gate. It ends when the server stops and, within a second, when its key becomes invalid.
 */
export function prepareOpenStream(
  { kind, item }: StreamKind,
  { onError }: Config,
  { streams, keyring, log }: StreamParts & Pick<FailureParts, 'log'>,
): OpenStream {
  const format = STREAM_FORMATS[kind];
  const { contentType, printRetry } = format;
  const options: StreamOptions<Call> = {
    format,
    check: prepareOutput({ output: item }),
    describeFailure: (call, thrown) => printFailure(call, logFailure(call, thrown, { log, onError })),
    logLateError,
    abandon: (call) => call.abort(ABANDONED),
    stop,
  };

  async function open(
    call: Call,
    items: AsyncIterable<unknown>,
    caller: string | undefined,
  ): Promise<StreamBody<Call>> {
    const body = new StreamBody(items, call, options);
    streams.track(body, caller);
    call.releasePlace();
    try {
      await body.open();
      // The handler has timed out, or the caller has disconnected.
      if (call.isAborted) call.signal.throwIfAborted();
      return body;
    } catch (error) {
      body.destroy();
      throw error;
    }
  }

  function printFailure(call: Call, refusal: Refusal): string {
    return printStreamFailure(refusal, call.formatMessage);
  }

  function stop(call: Call, body: StreamBody<Call>): void {
    const retryMs = Math.round(RETRY_MS.min + Math.random() * (RETRY_MS.max - RETRY_MS.min));
    const text = printRetry?.(retryMs) ?? format.printFailure(printFailure(call, STOPPING));
    end(
      call,
      body,
      text,
      new ProcedureError('SERVICE_UNAVAILABLE', 'The server is stopping and ends its streams.'),
    );
  }

  function endForKey(call: Call, body: StreamBody<Call>): void {
    const text = format.printFailure(printFailure(call, createRefusal('UNAUTHORIZED')));
    end(call, body, text, new ProcedureError('UNAUTHORIZED', 'The key is no longer valid.'));
  }

  function end(call: Call, body: StreamBody<Call>, text: string, reason: ProcedureError): void {
    call.abort(reason);
    body.end(text, new Refused(OVERLOADED));
  }

  function logLateError(call: Call, thrown: unknown): void {
    if (call.isEnded(thrown)) return;
    const fields = { requestId: call.requestId, procedure: call.route?.name };
    logThrown(log, thrown, 'a stream failed after its end', fields);
  }

  function watchKey({ keyHash }: Call, onEnd: KeyEndListener): (() => void) | undefined {
    return keyHash === null ? undefined : keyring().watchKey(keyHash, onEnd);
  }

  return async (call, items) => {
    if (call.exchange.method === 'HEAD') {
      cancelItems(items);
      return { contentType, body: null };
    }
    // Callers without an address and a user cannot be told apart.
    const caller = call.principal || call.address !== '' ? nameCaller(call) : undefined;
    const refusal = streams.refuse(caller);
    if (refusal || call.isAborted) {
      cancelItems(items);
      if (call.isAborted) call.signal.throwIfAborted();
      if (refusal) throw new Refused(refusal);
    }
    const body = await open(call, items, caller);
    const stopWatching = watchKey(call, (isKnown) => (isKnown ? endForKey : stop)(call, body));
    if (stopWatching) body.on('close', stopWatching);
    return { contentType, body };
  };
}

const ABANDONED = new ProcedureError('SERVICE_UNAVAILABLE', 'The stream is no longer sent.');

/** The last line of a stream that its caller cannot resume. */
const STOPPING = createRefusal('SERVICE_UNAVAILABLE');
