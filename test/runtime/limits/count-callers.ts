import { spawn } from 'node:child_process';
import { bundleProcess } from '../../bundle-process.js';

const PROCESS = bundleProcess(new URL('../support/count-callers.mjs', import.meta.url));

/** What so many callers leave in the heap of a process of their own: right after they called, and two windows later. */
export async function countCallers(
  callers: number,
  windowMs: number,
): Promise<{ readonly duringBytes: number; readonly afterBytes: number }> {
  const child = spawn(process.execPath, ['--expose-gc', PROCESS, `${callers}`, `${windowMs}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  for await (const chunk of child.stdout) out += String(chunk);
  return JSON.parse(out);
}
