import { type Repeat, repeatUnref } from '../repeat.js';
import { STREAM_TICK_MS, type StreamBody } from './stream-body.js';

type Kept = Pick<StreamBody, 'tick' | 'stop' | 'once'>;

/** The streams that are open. */
export interface OpenStreams {
  /** Whether there are to be no more of them. */
  readonly isOver: boolean;
  /** Keeps a stream until it is closed. */
  keep(body: Kept): void;
  /** Ends all, and says from now on that it is over. */
  end(): void;
}

/** One timer for all streams, and none while there are none: a stream that is quiet costs nothing but memory. */
export function createOpenStreams(repeat: Repeat = repeatUnref): OpenStreams {
  const streams = new Set<Kept>();
  let stopTicking: (() => void) | undefined;
  let isOver = false;

  function tick(): void {
    for (const body of streams) body.tick();
  }

  return {
    get isOver() {
      return isOver;
    },
    keep(body) {
      streams.add(body);
      stopTicking ??= repeat(tick, STREAM_TICK_MS);
      body.once('close', () => {
        streams.delete(body);
        if (streams.size > 0) return;
        stopTicking?.();
        stopTicking = undefined;
      });
    },
    end() {
      isOver = true;
      for (const body of streams) body.stop();
    },
  };
}
