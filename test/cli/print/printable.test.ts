import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printChangesMarkdown } from '../../../src/cli/diff/print-changes-markdown.js';
import { printKeys, printPlainKeys } from '../../../src/cli/keys/print-keys.js';
import { escapeMarkdown } from '../../../src/cli/print/escape-markdown.js';
import { makeLinesPrintable, makePrintable } from '../../../src/cli/print/make-printable.js';
import { printCodeSpan } from '../../../src/cli/print/print-code-span.js';
import { printJson } from '../../../src/cli/print/print-json.js';
import { printTable } from '../../../src/cli/print/print-table.js';
import { printAnnotations } from '../../../src/cli/report/print-annotations.js';
import { printCodeQuality } from '../../../src/cli/report/print-code-quality.js';
import { printSarif } from '../../../src/cli/report/print-sarif.js';
import { printStepSummary } from '../../../src/cli/report/print-step-summary.js';
import type { Problem } from '../../../src/cli/report/problem.js';
import { run } from '../../../src/cli/run.js';
import { printBanner } from '../../../src/cli/serve/print-banner.js';
import { openKeyring } from '../../../src/keys/open-keyring.js';
import { FakeIo } from '../fake-io.js';
import { createFolder } from '../temporary-project.js';

/** Every byte that acts on a terminal, a bell, a title, and a right-to-left override. */
const HOSTILE = '\u001b[2J\u0007\u009b31m\u001b]0;title\u0007\u202e\u007f';
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
/** What the runners of GitHub (`::` at the start of a line, `##[` anywhere) and Azure take for a command. */
const COMMAND = /^\s*::[\w-]+.*::|##\w*\[/m;

const location = { file: `a\`b|${HOSTILE}#[x]?.ts`, line: 1, column: 2, length: 3 };
const PROBLEM: Problem = {
  code: 'invalid-path',
  severity: 'error',
  message: `"${HOSTILE}" ##[add-mask]x ##vso[task.setvariable]y\n::error::forged`,
  help: '::stop-commands::x',
  location,
};

describe('H-25 text from elsewhere is made printable', () => {
  test('in a terminal, without another length', () => {
    expect(makePrintable(HOSTILE)).not.toMatch(CONTROL);
    expect(makePrintable(HOSTILE)).toHaveLength(HOSTILE.length);
    expect(makePrintable('plain: ::1, #7, ## x, 日本 é')).toBe('plain: ::1, #7, ## x, 日本 é');
    expect(makeLinesPrintable(`a\r\nb${HOSTILE}\n::debug::c`)).toMatch(/^a\nb[^\n]+\n\ufffd:debug::c$/);
  });

  test('where a line would be a command to a CI runner', () => {
    for (const text of ['##[group]x', 'a ##vso[x]y', '::error::x', '  ::warning file=a::x', '###[x]'])
      expect(makePrintable(text)).not.toMatch(COMMAND);
  });

  test('in tables and lists of keys, every field of them', () => {
    const date = new Date(0);
    const record = {
      id: `key_${HOSTILE}`,
      name: HOSTILE,
      start: HOSTILE,
      scopes: [HOSTILE],
      createdAt: date,
      lastUsedAt: date,
      expiresAt: null,
      disabled: false,
    };
    const keys = [{ userId: HOSTILE, record: record as never }];
    for (const text of [
      printKeys(keys, date),
      printPlainKeys(keys).replaceAll('\t', ' '),
      printTable([[HOSTILE]]),
    ])
      expect(text).not.toMatch(CONTROL);
  });

  test('in what a server says at its start', () => {
    const banner = {
      origin: 'http://localhost:1',
      mode: 'production',
      store: HOSTILE,
      counters: HOSTILE,
      isApiServed: true,
      hasDocs: true,
      signInLink: HOSTILE,
    } as const;
    expect(printBanner(banner)).not.toMatch(CONTROL);
  });

  test('in the reason why a command cannot do its work', async () => {
    const folder = await createFolder({ 'a.json': '{}' });
    for (const argv of [
      ['diff', `${HOSTILE}.json`],
      ['diff', `http://localhost${HOSTILE}/`],
      ['diff', 'a.json', `${HOSTILE}:x`],
      ['users', 'link', 'x', '--base-url', HOSTILE],
      ['keys', 'revoke', HOSTILE, '--store', 'file:a.json'],
      ['keys', 'create', '--expires', HOSTILE],
      ['store', 'verify', '--store', `file:${HOSTILE}`],
      ['explain', HOSTILE],
      ['serve', '--port', HOSTILE],
      [`${HOSTILE}`],
    ]) {
      const io = new FakeIo(folder);
      expect([argv, await run(argv, io)]).not.toEqual([argv, 0]);
      expect([argv, io.err.length > 10]).toEqual([argv, true]);
      expect(io.err).not.toMatch(CONTROL);
    }
  });

  test('in the stack of a crash', async () => {
    const io = new FakeIo('/');
    Object.assign(io.stdout, {
      write: () => {
        throw new TypeError(`${HOSTILE}\n::error::forged`);
      },
    });
    expect(await run(['completion', 'bash'], io)).toBe(70);
    expect(io.err).toMatch(/\n\s+at /);
    expect(io.err).not.toMatch(CONTROL);
    expect(io.err).not.toMatch(COMMAND);
  });

  test('in what the process that has the store open answers: keys, links, users and records', async () => {
    const folder = await createFolder({ 'procgen.config.ts': 'export default {};', 'package.json': '{}' });
    const owner = await openKeyring({ store: 'file:store.json', cwd: folder });
    try {
      const { record } = await owner.apiKeys.create({ userId: 'local', name: 'ci' });
      const hostile = { ...record, id: HOSTILE, name: HOSTILE, start: HOSTILE, scopes: [HOSTILE] };
      owner.announceOrigin(`http://localhost${HOSTILE}`);
      Object.assign(owner.apiKeys, {
        create: async () => ({ record: hostile, secret: HOSTILE }),
        list: async () => [hostile],
        delete: async () => hostile,
      });
      Object.assign(owner.users, {
        list: async () => [{ id: HOSTILE, createdAt: new Date(0) }],
        ensure: async () => ({ user: { id: HOSTILE, createdAt: new Date(0) }, isNew: true }),
      });
      for (const line of [
        'keys create',
        'keys create --plain',
        'keys list',
        'keys list --plain',
        'keys revoke x',
        'users list',
        'users list --plain',
        'users add x',
        'users add x --plain',
        'users link local',
        'users link local --plain',
      ]) {
        const io = new FakeIo(folder);
        await run([...line.split(' '), '--store', 'file:store.json'], io);
        const written = (io.out + io.err).replaceAll('\t', ' ');
        expect([line, written.length > 10]).toEqual([line, true]);
        expect(written).not.toMatch(CONTROL);
      }
    } finally {
      await owner.close();
    }
  });

  test('in annotations, which stay one command each', () => {
    const text = printAnnotations([PROBLEM]);
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).not.toMatch(CONTROL);
    expect(text).not.toMatch(/##\w*\[/);
    expect(text).toMatch(/^::error file=/);
    expect(text).not.toMatch(/%0A\s*::/);
  });

  test('in code quality reports and in SARIF', () => {
    const [entry] = JSON.parse(printCodeQuality([PROBLEM]));
    expect(entry.description).not.toMatch(CONTROL);
    expect(entry.description).not.toMatch(COMMAND);
    const [{ results, tool }] = JSON.parse(printSarif([PROBLEM], { version: '1' })).runs;
    for (const { text } of [results[0].message, tool.driver.rules[0].help]) {
      expect(text).not.toMatch(CONTROL);
      expect(text).not.toMatch(COMMAND);
    }
    const { physicalLocation } = results[0].locations[0];
    expect(decodeURIComponent(physicalLocation.artifactLocation.uri)).toBe(location.file);
    for (const text of [printCodeQuality([PROBLEM]), printSarif([PROBLEM], { version: '1' })])
      expect(text).not.toMatch(CONTROL);
  });

  test('in the JSON of diff and build, whose values stay what they are', async () => {
    const name = `${HOSTILE} ##[error]x ##vso[task.setvariable]y`;
    expect(JSON.parse(printJson({ name }))).toEqual({ name });
    expect(printJson({ name })).not.toMatch(CONTROL);
    expect(printJson({ name })).not.toMatch(COMMAND);
    const describe = (properties: object) =>
      JSON.stringify({
        openapi: '3.1.0',
        paths: {
          '/a': {
            get: { responses: { 200: { content: { 'a/b': { schema: { type: 'object', properties } } } } } },
          },
        },
      });
    const folder = await createFolder({ 'a.json': describe({}), 'b.json': describe({ [name]: {} }) });
    for (const format of ['text', 'json', 'markdown']) {
      const io = new FakeIo(folder);
      await run(['diff', 'b.json', 'a.json', '--format', format], io);
      expect(io.out).toContain('is gone');
      expect(io.out + io.err).not.toMatch(CONTROL);
      expect(io.out + io.err).not.toMatch(COMMAND);
    }
  });

  test('in a step summary, whose rows keep their three cells', () => {
    const text = printStepSummary('procgen build', 'summary `x', [PROBLEM]);
    expect(text).not.toMatch(CONTROL);
    const row = text.split('\n').find((line) => line.includes('invalid-path')) ?? '';
    expect(row.replaceAll('\\|', '').split('|')).toHaveLength(5);
    expect(row).toMatch(/^\| ``a`b\\\|/);
  });

  test('in Markdown, where it neither ends its cell nor becomes markup', () => {
    const name = 'a`b|c\u001b[1m <img src=x> @all #7 &#64;all [x](http://evil) ![x](y) $x$ *b*';
    const change = {
      level: 'breaking',
      code: 'schema-removed',
      message: `The schema \`${name}\` is gone.`,
      help: name,
      operations: [`GET /${name}`],
    };
    const names = { base: 'main`<b>@all|', head: 'x`@all`' };
    const text = printChangesMarkdown([change as never], names);
    expect(text).not.toMatch(CONTROL);
    expect(text).toContain('``main`<b>@all|`` → x`@\u200ball`');
    expect(escapeMarkdown('see https://evil.example or WWW.evil.example')).not.toMatch(/https:\/\/|www\./i);
    const row = text.split('\n').find((line) => line.includes('schema-removed')) ?? '';
    expect(row.replaceAll('\\|', '').split('|')).toHaveLength(5);
    expect(row).not.toMatch(/<img|@all|#7|&#64;|(?<!\\)\[x|(?<!\\)\$x|(?<!\\)\*b/);
  });

  test.each([
    'https://evil.example/a',
    'see:http://evil.example',
    'FTP://evil.example',
    'irc://evil.example',
    'www.evil.example',
    'WWW.evil.example',
    'mailto:a@evil.example',
    'a@evil.example',
    '!12',
    'group/project!12',
    '&7',
    '$3',
    '%4',
    '%"next"',
    '~bug',
    '~"a bug"',
    '^alert#5',
    '[vulnerability:6]',
    'GH-26',
    'owner/repo#1',
  ])('in Markdown, where no link, mention or reference comes of %s', (text) => {
    const escaped = escapeMarkdown(`The parameter (${text}) is gone.`);
    expect(escaped).not.toMatch(/:\/\/|www\.|GH-\d|@\w|(?:#|[!$%~^[]|&amp;)["\w]/i);
    // Whoever reads it sees the same text.
    const shown = escaped
      .replaceAll('\u200b', '')
      .replace(/\\(?=[[\]$~])/g, '')
      .replaceAll('&amp;', '&');
    expect(shown).toBe(`The parameter (${text}) is gone.`);
  });

  test('and addresses in code, where they are no links, can be copied', () => {
    expect(escapeMarkdown('`https://a.example/x?a[b]=1&c=$d`')).toBe('`https://a.example/x?a[b]=1&c=$d`');
  });

  test('and the names that our own words have as code stay code', () => {
    expect(escapeMarkdown('Response 200: `a_b` is gone.')).toBe('Response 200: `a_b` is gone.');
    expect(escapeMarkdown('It was `a|b`, `` x`y ``.')).toBe('It was `a\\|b`, ``x`y``.');
  });

  test('a code span is fenced by more backticks than are in it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[`a |]{1,12}$/), (text) => {
        const [, fence = '', padded = ''] = /^(`+)(?!`)(.*?)(?<!`)\1$/.exec(printCodeSpan(text)) ?? [];
        const code = text.replace(/\s+/g, ' ');
        expect(padded).toBe(/^[` ]|[` ]$/.test(code) ? ` ${code} ` : code);
        expect((code.match(/`+/g) ?? []).every((run) => run.length < fence.length)).toBe(true);
      }),
    );
  });
});
