import { type Repeat, repeatUnref } from '../repeat.js';
import { STREAM_TICK_MS, type StreamBody } from './stream-body.js';

/** The streams that are open. */
export interface OpenStreams {
  /** Whether there are to be no more of them. */
  readonly isOver: boolean;
  /** Keeps a stream until it is closed. `end` is called when all are ended. */
  keep(body: StreamBody, end: () => void): void;
  /** Ends all, and says from now on that it is over. */
  end(): void;
}

/** One timer for all streams, and none while there are none: a stream that is quiet costs nothing but memory. */
export function createOpenStreams(repeat: Repeat = repeatUnref): OpenStreams {
  const ends = new Map<StreamBody, () => void>();
  let stopTicking: (() => void) | undefined;
  let isOver = false;

  function tick(): void {
    for (const body of ends.keys()) body.tick();
  }

  return {
    get isOver() {
      return isOver;
    },
    keep(body, end) {
      ends.set(body, end);
      stopTicking ??= repeat(tick, STREAM_TICK_MS);
      body.once('close', () => {
        ends.delete(body);
        if (ends.size > 0) return;
        stopTicking?.();
        stopTicking = undefined;
      });
    },
    end() {
      isOver = true;
      for (const end of ends.values()) end();
    },
  };
}
