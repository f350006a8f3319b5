import type { StreamKind } from '../../definition/output-kind.js';

/** How the items of a stream are encoded. */
export interface StreamFormat {
  readonly contentType: string;
  /** `json` is a JSON document without line breaks. */
  printItem(json: string, id: string | undefined): string;
  /** Sent when nothing has happened for a while. */
  readonly heartbeat: string;
  /** Sent after the last item. */
  readonly end: string;
  /** Sent after an error; `json` is the failure. */
  printFailure(json: string): string;
  /**
   * Sent when the server ends the stream, so that the caller resumes it in `retryMs`; undefined if the format cannot be
   * resumed.
   */
  printRetry?(retryMs: number): string;
}

/** Server-Sent Events (HTML standard) and JSON Lines (jsonlines.org). */
export const STREAM_FORMATS: Readonly<Record<StreamKind['kind'], StreamFormat>> = {
  events: {
    contentType: 'text/event-stream',
    printItem: (json, id) => `${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`,
    heartbeat: ':\n\n',
    // An event without data is not dispatched.
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
