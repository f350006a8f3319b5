import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import type { Call, TransportOptions } from '../../../src/client/index.js';
import { runProcgen } from '../../e2e/support/run-procgen.js';
import { startServer } from '../../e2e/support/start-server.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What an echo answers: the input as the handler saw it, printed, and as the answer carries it. */
export interface Echo {
  readonly seen: string;
  readonly back: unknown;
}

export interface RoundTrip {
  /** The generated client of the project, connected to its generated server. */
  readonly echo: { readonly [name in 'place' | 'filter' | 'send']: (input: object) => Call<Echo> };
  close(): Promise<void>;
}

/** Builds the project beside this file, serves it, and connects the client that came out. */
export async function buildRoundTrip(): Promise<RoundTrip> {
  const cwd = join(ROOT, '.procgen', 'round-trip', randomUUID());
  await mkdir(cwd, { recursive: true });
  await cp(fileURLToPath(new URL('project/', import.meta.url)), cwd, { recursive: true });
  const { code, stderr } = await runProcgen(['build'], { cwd });
  if (code !== 0) throw new Error(stderr);
  const server = await startServer({ cwd });
  const text = await readFile(join(cwd, 'generated/client.ts'), 'utf8');
  const script = await transform(text, { loader: 'ts', format: 'esm', target: 'es2022' });
  const client: { createClient(options: TransportOptions): RoundTrip } = await import(
    `data:text/javascript;base64,${Buffer.from(script.code).toString('base64')}`
  );
  const { echo } = client.createClient({ baseUrl: server.url, retries: 0 });
  return {
    echo,
    async close() {
      await server.stop();
      await rm(cwd, { recursive: true });
    },
  };
}
