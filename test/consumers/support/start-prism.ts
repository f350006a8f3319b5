import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTool, toolPath } from './run-tool.js';

/** What Prism holds against a request or its answer. */
export interface Violation {
  /** `request` or `response`, then the place. */
  readonly location: readonly string[];
  readonly severity: string;
  readonly code: string | number;
  readonly message: string;
}

export interface Proxied {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Of the request and of the answer, each as text; that an operation or a parameter is deprecated is none. */
  readonly violations: Readonly<Record<'request' | 'response', readonly string[]>>;
}

export interface Prism {
  ask(path: string, init?: RequestInit): Promise<Proxied>;
  stop(): Promise<void>;
}

const PROXY = fileURLToPath(new URL('prism-proxy.mjs', import.meta.url));
const LISTENING = /Prism is listening on (http:\/\/\S+)/;

/** Puts Prism as a validating proxy between a description and the server it describes, such as `http://127.0.0.1:5/api`. */
export async function startPrism(description: object, upstream: string): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), 'procgen-prism-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(description));
  const { url, stop } = await startListening(PROXY, ['openapi.json', upstream], folder);
  return {
    async ask(path, init) {
      const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
      const body = await response.text();
      const { status, headers } = response;
      return { status, headers, body, violations: readViolations(headers) };
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts `prism proxy` from the command line on `<folder>/<file>`; it lists an example of every operation first. */
export function startPrismCommand(
  file: string,
  folder: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const args = ['proxy', file, 'http://127.0.0.1:9', '--port', '0', '--host', '127.0.0.1'];
  return startListening(toolPath('@stoplight/prism-cli/dist/index.js'), args, folder);
}

async function startListening(
  script: string,
  args: readonly string[],
  folder: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = startTool(script, args, folder);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk;
      const [, found] = LISTENING.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    closed.then(() => reject(new Error(`Prism ended before it listened.\n${output}`)));
  });
  return { url, stop };
}

function readViolations(headers: Headers): Proxied['violations'] {
  const text = headers.get('sl-violations') ?? '[]';
  const violations = readList(text).filter(({ code }) => code !== 'deprecated');
  const listOf = (part: string) =>
    violations
      .filter(({ location }) => location[0] === part)
      .map(({ location, message }) => `${location.join('.')}: ${message}`);
  return { request: listOf('request'), response: listOf('response') };
}

/** Prism cuts long lists off, those of the answer last. */
function readList(text: string): readonly Violation[] {
  try {
    return JSON.parse(text);
  } catch {
    return [...text.matchAll(/\{"location":\["(\w+)"/g)].map(([, part]) => ({
      location: [part as string],
      severity: 'Error',
      code: '',
      message: text,
    }));
  }
}
