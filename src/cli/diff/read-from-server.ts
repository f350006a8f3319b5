import { isLoopbackName } from '../../protocol/is-loopback-name.js';
import { CliFailure } from '../cli-failure.js';
import type { ProjectPaths } from './find-project-paths.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the description of a running server on this machine. It connects to no other machine and follows no redirects. A
 * URL without a path means the server's description.
 */
export async function readFromServer(
  name: string,
  findPaths: () => Promise<Pick<ProjectPaths, 'prefix'>>,
): Promise<string> {
  const url = readUrl(name);
  if (!isLoopbackName(url.hostname)) {
    throw new CliFailure(`"${name}" is on another machine; procgen only connects to servers on this one.`, {
      help: `Download the description and pass the file: curl -o base.json ${url.href}`,
    });
  }
  if (url.pathname === '/') url.pathname = `${(await findPaths()).prefix}/openapi.json`;
  const { status, text } = await fetchDescription(url, name);
  if (status === 200) return text;
  throw new CliFailure(`${url.href} responded with status ${status}.`, {
    help: 'By default, a server has its description at /api/openapi.json; `prefix` changes the path, and `disableOpenAPI` turns it off.',
  });
}

async function fetchDescription(url: URL, name: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) throw new Error('its response is larger than 64 MiB');
      chunks.push(chunk);
    }
    return { status: response.status, text: Buffer.concat(chunks).toString('utf8') };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    throw new CliFailure(`"${name}" could not be reached: ${cause?.message || message}.`, {
      help: 'Is the server running? "procgen serve" starts it.',
      cause: error,
    });
  }
}

function readUrl(name: string): URL {
  if (!URL.canParse(name)) throw new CliFailure(`"${name}" is not a URL.`);
  return new URL(name);
}
