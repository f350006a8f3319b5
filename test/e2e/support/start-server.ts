import { type Finished, type ProcgenOptions, spawnNode, spawnProcgen } from './run-procgen.js';

export interface RunningServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The process, to signal or to look at. */
  readonly pid: number;
  /** What it has written so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  /** Resolves when it has ended, for whatever reason. */
  readonly finished: Promise<Finished>;
  /** Asks it to stop (SIGTERM) and waits until it has. */
  stop(): Promise<Finished>;
}

const LISTENING = /listening on (http:\/\/\S+)\s/;

/** Runs `procgen serve` on a free port and waits until it accepts requests. Rejects with its output when it ends first. */
export function startServer(
  options: ProcgenOptions & { readonly args?: readonly string[] },
): Promise<RunningServer> {
  return waitUntilListening(spawnProcgen(['serve', '--port', '0', ...(options.args ?? [])], options));
}

/** The same for a script that serves. */
export function startScript(script: string, args: readonly string[], cwd: string): Promise<RunningServer> {
  return waitUntilListening(spawnNode([script, ...args], cwd));
}

async function waitUntilListening({
  child,
  finished,
  output,
}: ReturnType<typeof spawnProcgen>): Promise<RunningServer> {
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const [, found] = LISTENING.exec(output.stderr) ?? [];
      if (found) resolve(found);
    };
    child.stderr?.on('data', look);
    finished.then(({ code, stdout, stderr }) => {
      reject(new Error(`The server ended with ${code} before it listened.\n${stdout}${stderr}`));
    }, reject);
  });
  return {
    url,
    pid: child.pid as number,
    output,
    finished,
    stop: () => {
      child.kill('SIGTERM');
      return finished;
    },
  };
}
