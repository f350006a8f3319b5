import type { OverloadLimits } from '../../definition/config.js';
import { type Repeat, repeatUnref } from '../repeat.js';
import { createRefusal, type Refusal } from '../respond/fail.js';
import { STREAM_TICK_MS, type StreamBody } from '../respond/stream-body.js';
import { createCallerCount } from './caller-count.js';
import { OVERLOADED } from './create-gate.js';

type TrackedStream = Pick<StreamBody, 'tick' | 'stop' | 'on'>;

/** The streams that are open. */
export interface OpenStreams {
  /** Returns the refusal of one more stream of `caller`, if known; undefined if there is room. */
  refuse(caller: string | undefined): Refusal | undefined;
  /** Tracks a stream until it closes. */
  track(body: TrackedStream, caller: string | undefined): void;
  /** Ends all streams and refuses new ones. */
  end(): void;
}

export interface OpenStreamsOptions {
  /** The limits; false for none. */
  readonly overload?: OverloadLimits | boolean | undefined;
  readonly repeat?: Repeat | undefined;
}

const DEFAULT_STREAMS = 20_000;
const DEFAULT_STREAMS_PER_CALLER = 1_000;
const NO_LIMITS = { streams: Number.POSITIVE_INFINITY, streamsPerCaller: Number.POSITIVE_INFINITY };

/** It is unknown when another stream ends. */
const RETRY_SECONDS = 5;
const TOO_MANY = createRefusal('TOO_MANY_REQUESTS', 'limit.exceeded', {
  params: { seconds: RETRY_SECONDS },
  headers: { 'Retry-After': String(RETRY_SECONDS) },
});

/** Tracks streams with one timer, which runs only while there are any: a quiet stream costs nothing but memory. */
export function createOpenStreams({
  overload = true,
  repeat = repeatUnref,
}: OpenStreamsOptions = {}): OpenStreams {
  const limits: OverloadLimits = overload === true ? {} : overload || NO_LIMITS;
  const {
    streams: maxStreams = DEFAULT_STREAMS,
    streamsPerCaller: maxPerCaller = DEFAULT_STREAMS_PER_CALLER,
  } = limits;
  /** The caller of each stream. */
  const streams = new Map<TrackedStream, string | undefined>();
  const callers = createCallerCount({ max: Number.POSITIVE_INFINITY, maxPerCaller });
  /** The number of streams without a user. */
  let anonymous = 0;
  let stopTicking: (() => void) | undefined;
  let isOver = false;

  function tick(): void {
    for (const body of streams.keys()) body.tick();
  }

  // One function for all streams; `this` is the one that closed.
  function forget(this: TrackedStream): void {
    const caller = streams.get(this);
    streams.delete(this);
    if (caller !== undefined) callers.remove(caller);
    if (!isUser(caller)) anonymous -= 1;
    if (streams.size > 0) return;
    stopTicking?.();
    stopTicking = undefined;
  }

  return {
    refuse(caller) {
      if (isOver || streams.size >= maxStreams) return OVERLOADED;
      // Callers without a user may have any number of addresses, and must not shut users out.
      if (!isUser(caller) && anonymous >= Math.ceil(maxStreams / 2)) return OVERLOADED;
      return caller === undefined || callers.hasRoom(caller) ? undefined : TOO_MANY;
    },
    track(body, caller) {
      streams.set(body, caller);
      if (caller !== undefined) callers.add(caller);
      if (!isUser(caller)) anonymous += 1;
      stopTicking ??= repeat(tick, STREAM_TICK_MS);
      body.on('close', forget);
    },
    end() {
      isOver = true;
      for (const body of streams.keys()) body.stop();
    },
  };
}

/** Relies on the names of `nameCaller`. */
function isUser(caller: string | undefined): boolean {
  return caller?.startsWith('user:') ?? false;
}
