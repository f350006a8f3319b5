import { runProcgen } from '../../e2e/support/run-procgen.js';
import { startServer } from '../../e2e/support/start-server.js';
import type { SoakTarget } from './soak.js';

const HEAP_MB = 256;

/** Builds and serves a project as in production, with a small heap. */
export async function startSoaked(root: string): Promise<SoakTarget & { stop(): Promise<void> }> {
  const { code, stderr } = await runProcgen(['build'], { cwd: root });
  if (code !== 0) throw new Error(stderr);
  const server = await startServer({
    cwd: root,
    args: ['--mode', 'production'],
    env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
  });
  return {
    pid: server.pid,
    port: Number(new URL(server.url).port),
    async stop() {
      const finished = await server.stop();
      if (finished.code !== 0) throw new Error(`The server ended with ${finished.code}.\n${finished.stderr}`);
    },
  };
}
