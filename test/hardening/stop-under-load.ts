import { Agent, request } from 'node:http';
import { type RunningServer, startServer } from '../e2e/support/start-server.js';

export interface StopUnderLoad {
  readonly answered: number;
  /** What became of answers that were not whole, by error. */
  readonly broken: readonly string[];
  readonly code: number | null;
  /** What the process wrote to stderr, for whoever has to find out why. */
  readonly stderr: string;
  /** From the signal to the end of the process. */
  readonly tookMs: number;
}

const CALLERS = 10;

/**
 * Starts the built service in `cwd`, lets ten callers ask over connections that they keep, sends SIGTERM when some
 * hundred answers were given, and tells how it ended.
 */
export async function stopUnderLoad(cwd: string, afterAnswers: number): Promise<StopUnderLoad> {
  // Ten callers are no overload, but a machine that is busy with other tests looks like one.
  const env = { PROCGEN_OVERLOAD: 'false' };
  const server = await startServer({ cwd, env, args: ['--mode', 'production'] });
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const broken: string[] = [];
  let answered = 0;
  let isRefused = false;
  let onWarm = () => {};
  const warm = new Promise<void>((resolve) => {
    onWarm = resolve;
  });
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isRefused) {
      const outcome = await ask(server, agent);
      if (outcome === 'answered') answered += 1;
      else isRefused = true;
      if (outcome !== 'answered' && outcome !== 'ECONNREFUSED') broken.push(outcome);
      if (answered === afterAnswers) onWarm();
    }
  });
  await Promise.race([warm, Promise.all(callers)]);
  const begin = performance.now();
  const { code, stderr } = await server.stop();
  const tookMs = performance.now() - begin;
  await Promise.all(callers);
  agent.destroy();
  return { answered, broken, code, stderr, tookMs };
}

/** `'answered'` for a whole answer; else the error's code. */
function ask({ url }: RunningServer, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    request(`${url}/api/health`, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', fail);
      response.on('end', () =>
        resolve(isWhole(response.statusCode, text) ? 'answered' : `${response.statusCode}: ${text}`),
      );
    })
      .on('error', fail)
      .end();
  });
}

function isWhole(status: number | undefined, text: string): boolean {
  return status === 200 && text.startsWith('{"status":"ok"') && text.endsWith('}');
}
