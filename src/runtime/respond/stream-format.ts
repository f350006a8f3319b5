import type { StreamKind } from '../../definition/output-kind.js';

/** How the items of a stream are written. */
export interface StreamFormat {
  readonly contentType: string;
  /** `json` is a JSON document, which has no line breaks. */
  printItem(json: string, id: string | undefined): string;
  /** Says that nothing has happened. */
  readonly heartbeat: string;
  /** What comes last where the items have come to their end. */
  readonly end: string;
  /** What comes last where they have not; `json` is the failure. */
  printFailure(json: string): string;
  /**
   * What comes last where the server ends the stream and a caller who comes back in `retryMs` can go on; undefined where
   * nobody can.
   */
  printRetry?(retryMs: number): string;
}

/** Server-Sent Events as the HTML standard has them, and JSON Lines (jsonlines.org). */
export const STREAM_FORMATS: Readonly<Record<StreamKind['kind'], StreamFormat>> = {
  events: {
    contentType: 'text/event-stream',
    printItem: (json, id) => `${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`,
    heartbeat: ':\n\n',
    // Without data no event would be dispatched.
    end: 'event: end\ndata: {"success":true}\n\n',
    printFailure: (json) => `event: error\ndata: ${json}\n\n`,
    printRetry: (retryMs) => `retry: ${retryMs}\n\n`,
  },
  lines: {
    contentType: 'application/jsonl',
    printItem: (json) => `${json}\n`,
    heartbeat: '\n',
    end: '',
    printFailure: (json) => `${json}\n`,
  },
};
