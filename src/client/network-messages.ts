/** The message of a connection that could not be made, or broke. Each platform has a wording of its own. */
export const CONNECTION_FAILED = 'The connection failed.';

/**
 * The message of a redirect that was not followed, which is never tried again. Node, Bun and Deno tell a redirect by
 * the error's text; a browser hides it, and it is a connection that failed.
 */
export const REDIRECTED = 'The server redirected, which init.redirect forbids.';
