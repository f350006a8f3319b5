/** The message for a connection that could not be made, or broke. Each platform has its own wording. */
export const CONNECTION_FAILED = 'The connection failed.';

/**
 * The message for a redirect that was not followed, which is never retried. Node, Bun and Deno report a redirect in the
 * error's text; a browser hides it, so that it is a failed connection there.
 */
export const REDIRECTED = 'The server redirected; init.redirect forbids it.';
