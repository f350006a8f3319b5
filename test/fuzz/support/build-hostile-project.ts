import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Builds `test/fuzz/project` beside the bundle of the fuzz, where it finds what this repository has installed. */
export function buildHostileProject(): string {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const project = at('project');
  rmSync(project, { recursive: true, force: true });
  cpSync(at('../project'), project, { recursive: true });
  execFileSync(process.execPath, [at('../../../bin/procgen.js'), 'build'], {
    cwd: project,
    stdio: ['ignore', 2, 2],
  });
  return project;
}
