/** Says where a server listens, as `procgen serve` does. */
export function announce(port) {
  console.error(`listening on http://127.0.0.1:${port}`);
}

/** As long as procgen keeps a connection that nobody uses. */
export const KEEP_ALIVE_MS = 5_000;

/** The largest body that is taken. */
export const BODY_LIMIT = 1_048_576;
