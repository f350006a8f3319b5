import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { FakeIo } from './fake-io.js';
import { CONFIG, createProject, PING } from './temporary-project.js';

/** An object of these required properties, these optional ones, and no others. */
function closed(required: Record<string, object>, optional: Record<string, object> = {}): object {
  const properties = { ...required, ...optional };
  return { type: 'object', properties, required: Object.keys(required), additionalProperties: false };
}

const TEXT = { type: 'string', minLength: 1 };
const COUNT = { type: 'integer', minimum: 0 };
const VERSION = { const: 1 };
const PLACE = { file: { type: 'string', pattern: '^[^/\\\\]' }, line: COUNT, column: COUNT, length: COUNT };
const ERROR = closed({ message: TEXT }, { help: TEXT });

const DIAGNOSTIC = closed(
  { code: TEXT, severity: { enum: ['error', 'warning'] }, message: TEXT, help: TEXT, ...PLACE },
  { related: closed({ message: TEXT, ...PLACE }) },
);

/** What scripts may count on. A change that this refuses needs a new `version`. */
const SCHEMAS = {
  build: closed(
    {
      version: VERSION,
      ok: { type: 'boolean' },
      durationMs: COUNT,
      files: {
        type: 'array',
        items: closed({
          path: PLACE.file,
          status: { enum: ['new', 'changed', 'unchanged', 'deleted', 'surplus', 'foreign'] },
        }),
      },
      diagnostics: { type: 'array', items: DIAGNOSTIC },
    },
    { error: ERROR },
  ),
  routes: closed(
    {
      version: VERSION,
      routes: {
        type: 'array',
        items: closed({
          method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
          path: { type: 'string', pattern: '^/api/' },
          procedure: TEXT,
          protect: { type: 'boolean' },
          scopes: { type: 'array', items: TEXT },
          rateLimit: { enum: ['QUERY', 'MUTATION', false] },
          file: PLACE.file,
          exportName: TEXT,
        }),
      },
      diagnostics: { type: 'array', items: DIAGNOSTIC },
    },
    { error: ERROR },
  ),
  diff: closed(
    {
      version: VERSION,
      ok: { type: 'boolean' },
      failOn: { enum: ['breaking', 'risky', 'none'] },
      base: TEXT,
      head: { type: ['string', 'null'] },
      counts: closed({ breaking: COUNT, risky: COUNT, safe: COUNT }),
      changes: {
        type: 'array',
        items: closed({
          code: TEXT,
          level: { enum: ['breaking', 'risky', 'safe'] },
          message: TEXT,
          operations: { type: 'array', items: { type: 'string', pattern: '^[A-Z]+ ' } },
          base: { type: ['string', 'null'] },
          head: { type: ['string', 'null'] },
          help: TEXT,
        }),
      },
    },
    { error: ERROR },
  ),
} as const;

const ajv = new Ajv2020({ strict: false, logger: false });
const GOOD = { 'procedures/demo.ts': PING, 'procgen.config.ts': CONFIG };
const BROKEN = { ...GOOD, 'procedures/demo.ts': PING.replace("'/ping'", "'ping'") };

test.each([
  ['build --json', 0, GOOD],
  ['build --check --json', 3, GOOD],
  ['build --json', 1, BROKEN],
  ['build --json --config lost.ts', 2, GOOD],
  ['routes --json', 0, GOOD],
  ['routes --json', 1, BROKEN],
  ['routes --json --config lost.ts', 2, GOOD],
  ['diff base.json --json', 0, GOOD],
  ['diff base.json --json --fail-on none', 1, BROKEN],
  ['diff lost.json --json', 2, GOOD],
] as const)(
  '"procgen %s" that exits %i prints one object of the promised shape on stdout.',
  async (line, exitCode, files) => {
    const root = await createProject(files);
    await writeFile(
      join(root, 'base.json'),
      '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}',
    );
    const io = new FakeIo(root);
    expect({ exitCode: await run(line.split(' '), io), err: io.err }).toMatchObject({ exitCode });
    const schema = SCHEMAS[line.split(' ')[0] as keyof typeof SCHEMAS];
    expect(ajv.validate(schema, JSON.parse(io.out)), `${ajv.errorsText()}\n${io.out}`).toBe(true);
  },
);

test('"procgen routes --json" says in its object what the disk refused.', async () => {
  const root = await createProject({ 'procgen.config.ts': CONFIG });
  await symlink('procedures', join(root, 'procedures'));
  const io = new FakeIo(root);
  expect(await run(['routes', '--json'], io)).toBe(2);
  const report = JSON.parse(io.out);
  expect(ajv.validate(SCHEMAS.routes, report), ajv.errorsText()).toBe(true);
  expect(report.error.message).toContain('ELOOP');
  expect(io.err).toBe(`error: ${report.error.message}\n`);
});
