import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const NODE_MODULES = new URL('../node_modules/', import.meta.url);

/** The script of a tool that stands in `test/consumers/node_modules`, such as `orval/dist/bin/orval.js`. */
export const toolPath = (path: string): string => fileURLToPath(new URL(path, NODE_MODULES));

export interface ToolResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a tool in a folder, without colours, telemetry, news of updates or anything else of this process. */
export function startTool(script: string, args: readonly string[], cwd: string): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    NO_COLOR: '1',
    CI: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return spawn(process.execPath, [script, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a tool to its end. */
export function runTool(script: string, args: readonly string[], cwd: string): Promise<ToolResult> {
  const child = startTool(script, args, cwd);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}
