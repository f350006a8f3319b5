/** A test of the service that a host is not held to. */
export interface HostException {
  /** Relative to `test`. */
  readonly file: string;
  /** Its name with those of the suites around it; absent for all tests of the file. */
  readonly test?: string;
}

const URLS = 'The Fetch standard resolves dot segments before anybody sees the target.';
const SOCKETS = 'The connection, what waits on it and when it closes are known to the host alone.';
const METHODS = 'No request of the Fetch standard has this method.';

/** The tests about sockets and HTTP framing, by the host that they do not apply to and the reason. */
export const HOST_EXCEPTIONS: Readonly<
  Record<string, Readonly<Record<string, readonly HostException[]>> | undefined>
> = {
  koa: {
    'Koa awaits its middleware, so that all pipelined requests are under way before the first answer is written.':
      [
        {
          file: 'runtime/unread-answers.test.ts',
          test: 'H-21 Bytes that wait to be read > count together with the answers that wait behind them on their connection',
        },
      ],
  },
  fetch: {
    [METHODS]: [
      {
        file: 'hardening/raw-requests.test.ts',
        test: "H-04 Bytes that are no good request > 'TRACE': [ 405 ]",
      },
    ],
    [URLS]: [
      { file: 'runtime/input.test.ts', test: 'A path parameter > %2e%2e is the text ".."' },
      ...['/api/./items', '/api/x/../items'].map((path) => ({
        file: 'runtime/routing.test.ts',
        test: `A path that no route has > H-08 ${path} is a 404 in JSON, whatever the method`,
      })),
    ],
    [SOCKETS]: [
      { file: 'runtime/unread-answers.test.ts' },
      { file: 'runtime/access-log.test.ts', test: 'The access log > says 499 when the caller went away' },
      {
        file: 'runtime/input.test.ts',
        test: 'A body > over the limit leaves nothing behind when it is not even asked for',
      },
    ],
  },
};
