import { execFile } from 'node:child_process';
import type { ToolResult } from './run-tool.js';

/** Runs a program to its end, whatever it exits with. */
export function runProgram(program: string, args: readonly string[], cwd: string): Promise<ToolResult> {
  return new Promise((resolve) => {
    execFile(program, [...args], { cwd, encoding: 'utf8' }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr });
    });
  });
}
