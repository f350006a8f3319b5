import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../readme/support/create-readme-project.js';
import { FENCES, FILES, readCommands } from '../readme/support/readme.js';
import { type Finished, startShell } from '../readme/support/start-command.js';
import { type Installed, installProcgen } from './install-procgen.js';

const SHOWN =
  FENCES.find(({ language, section }) => language === 'text' && section === 'By hand')?.text ?? '';

/** Without the one that stands where the README configures who calls. */
const { 'procedures/members.ts': _members, ...OWN_FILES } = FILES;

/** `.ci/nodes` runs this on every Node: what the README shows is what each of them prints. */
describe(`the README's commands by the packed package, on Node ${process.versions.node}`, () => {
  let installed: Installed;
  const [, commands = ''] = readCommands('By hand');

  beforeAll(async () => {
    installed = await installProcgen({ 'package.json': '{ "name": "app", "private": true }' });
  });
  afterAll(() => installed.remove());

  it.each(['{ "name": "items", "private": true, "type": "module" }', '{ "name": "items", "private": true }'])(
    'print what it shows on stderr, and nothing else, in a project with the manifest %s',
    async (manifest) => {
      const root = await createProject(manifest);
      const server = startShell(commands, { cwd: root, env: { HOME: root, PORT: '0' } });
      await server.seen(/once, within 30 minutes/);
      server.end('SIGTERM');
      const { err } = await server.finished;
      expect(maskOutput(err)).toBe(maskOutput(SHOWN));
    },
  );

  it('tells of errors in the files and of nothing else', async () => {
    const root = await createProject('{ "name": "items", "private": true, "type": "module" }');
    await writeFiles(root, { 'procedures/broken.ts': 'export const broken = ;\n' });
    const built: Finished = await startShell('npx procgen build', { cwd: root, env: { HOME: root } })
      .finished;
    expect(built).toMatchObject({ exitCode: 1, out: '' });
    expect(built.err).toMatch(/^error\[[\w-]+\]: /);
    expect(built.err).toMatch(/\n1 error in 1 file; nothing was written\.\n$/);
  });

  /** The README's project, with what was installed before. */
  async function createProject(manifest: string): Promise<string> {
    const root = join(installed.root, 'items');
    await rm(root, { recursive: true, force: true });
    await mkdir(root);
    await writeFiles(root, { 'package.json': manifest, ...OWN_FILES });
    return root;
  }
});

/** Without what differs from run to run. */
function maskOutput(text: string): string {
  return text
    .replace(/\d[\d.]* m?s$/gm, 'N ms')
    .replace(/localhost:\d+/g, 'localhost:3000')
    .replace(/token=[\w-]{43}$/gm, 'token=…');
}
