import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../fake-io.js';
import { CONFIG, createFolder, createProject, PING } from '../temporary-project.js';
import { CODE_QUALITY_SCHEMA, SARIF_SCHEMA } from './schemas.js';

const GOOD = { 'procedures/demo.ts': PING, 'procgen.config.ts': CONFIG };
const BROKEN = { ...GOOD, 'procedures/demo.ts': PING.replace("'/ping'", "'ping: 100%, a'") };

async function build(cwd: string, argv = '', env: Record<string, string> = {}) {
  const io = new FakeIo(cwd, { env });
  const exitCode = await run(['build', ...argv.split(' ').filter((word) => word !== '')], io);
  return { exitCode, out: io.out, err: io.err };
}

const ajv = new Ajv2020({ strict: false, logger: false });

describe('--format', () => {
  test('github prints one command per error on stdout, with escaped values.', async () => {
    const { exitCode, out } = await build(await createProject(BROKEN), '--format github');
    expect(exitCode).toBe(1);
    const [line = '', ...more] = out.trimEnd().split('\n');
    expect(more).toEqual([]);
    expect(line).toMatch(
      /^::error file=procedures\/demo\.ts,line=6,col=\d+,endColumn=\d+,title=procgen%3A invalid-path::/,
    );
    expect(line).toContain('"ping: 100%25, a"');
  });

  test('gitlab prints a code quality report whose fingerprints outlive a line that is added above.', async () => {
    const root = await createProject(BROKEN);
    const before = JSON.parse((await build(root, '--format gitlab')).out);
    expect(ajv.validate(CODE_QUALITY_SCHEMA, before), ajv.errorsText()).toBe(true);
    const moved = await createProject({
      ...BROKEN,
      'procedures/demo.ts': `\n${BROKEN['procedures/demo.ts']}`,
    });
    const after = JSON.parse((await build(moved, '--format gitlab')).out);
    expect(after[0].location.lines.begin).toBe(before[0].location.lines.begin + 1);
    expect(after[0].fingerprint).toBe(before[0].fingerprint);
  });

  test('sarif prints a log of version 2.1.0.', async () => {
    const log = JSON.parse((await build(await createProject(BROKEN), '--format sarif')).out);
    expect(ajv.validate(SARIF_SCHEMA, log), ajv.errorsText()).toBe(true);
    const [result] = log.runs[0].results;
    expect(result).toMatchObject({ ruleId: 'invalid-path', level: 'error' });
    expect(log.runs[0].tool.driver.rules[result.ruleIndex].id).toBe('invalid-path');
    expect(result.locations[0].physicalLocation.region).toMatchObject({ startLine: 6 });
  });

  test.each(['github', 'gitlab', 'sarif'])(
    '%s tells of files that are not up to date too.',
    async (format) => {
      const { exitCode, out } = await build(await createProject(GOOD), `--check --format ${format}`);
      expect(exitCode).toBe(3);
      expect(out).toContain('generated/openapi.json is missing.');
      expect(out).toContain('stale-file');
    },
  );

  test.each([
    ['github', ''],
    ['gitlab', '[]\n'],
  ])('%s prints %j for a build without errors.', async (format, expected) => {
    expect(await build(await createProject(GOOD), `--format ${format}`)).toMatchObject({
      exitCode: 0,
      out: expected,
    });
  });

  test.each(['json', 'gitlab', 'sarif'])(
    '%s is printed also when nothing can be compiled.',
    async (format) => {
      const { exitCode, out, err } = await build(await createFolder(), `--config lost.ts --format ${format}`);
      expect(exitCode).toBe(2);
      expect(JSON.stringify(JSON.parse(out))).toContain('There is no configuration');
      expect(err).toMatch(/^error: There is no configuration/);
    },
  );

  test('--json and another format exclude each other.', async () => {
    const { exitCode, err } = await build(await createFolder(), '--json --format sarif');
    expect({ exitCode, err }).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('cannot be used with'),
    });
  });
});

describe('on GitHub Actions', () => {
  test('annotations and the summary of the step come by themselves, with paths of the repository.', async () => {
    const workspace = await createFolder({ 'summary.md': 'before\n' });
    const root = await createProject(BROKEN);
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(workspace, 'summary.md'),
      GITHUB_WORKSPACE: join(root, '..'),
    };
    const { out, err } = await build(root, '--json', env);
    const folder = root.split('/').at(-1);
    expect(JSON.parse(out)).toMatchObject({ version: 1, ok: false });
    expect(err).toMatch(new RegExp(`^::error file=${folder}/procedures/demo\\.ts,line=6,`, 'm'));
    const summary = await readFile(env.GITHUB_STEP_SUMMARY, 'utf8');
    expect(summary).toMatch(/^before\n### procgen build\n\n1 error in 1 file; nothing was written\.\n/);
    expect(summary).toContain(`\`${folder}/procedures/demo.ts:6:`);
  });

  test('a summary that cannot be written fails no build.', async () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/nowhere/at/all.md' };
    const { exitCode, err } = await build(await createProject(GOOD), '', env);
    expect(exitCode).toBe(0);
    expect(err).toContain('warning: The step summary could not be written');
  });

  test('elsewhere nothing of it is printed.', async () => {
    expect((await build(await createProject(BROKEN))).err).not.toContain('::error');
  });
});
