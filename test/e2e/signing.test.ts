import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCase } from './support/copy-case.js';
import { runProcgen } from './support/run-procgen.js';
import { type RunningServer, startServer } from './support/start-server.js';

/** Calls the generated client, whose types are checked with the case. */
type Send = (
  name: string,
  input: object,
) => Promise<{ readonly success: boolean; readonly payload?: unknown }>;

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'a contract ')]);
const RECIPIENT = {
  email: 'ada@example.com',
  name: 'Ada',
  role: 'SIGNER',
  fields: [{ type: 'SIGNATURE', page: 1, x: 10, y: 20, width: 30, height: 5 }],
};

let folder: string;
let uploads: string;
let removeCopy: () => Promise<void>;
let server: RunningServer;
let key: string;
let send: Send;

beforeAll(async () => {
  ({ folder, remove: removeCopy } = await copyCase('signing'));
  uploads = await mkdtemp(join(tmpdir(), 'pg-'));
  await writeFile(join(folder, 'contract.pdf'), PDF);
  const build = await runProcgen(['build'], { cwd: folder });
  expect(build, build.stderr).toMatchObject({ code: 0 });
  const created = await runProcgen(['keys', 'create', '--name', 'test', '--plain'], { cwd: folder });
  key = created.stdout.trim();
  server = await startServer({ cwd: folder, env: { TMPDIR: uploads } });
  const { createClient } = await import(/* @vite-ignore */ join(folder, 'expected', 'client.ts'));
  const api = createClient({ baseUrl: server.url, apiKey: key });
  send = (name, input) => {
    const [group = '', operation = ''] = name.split('.');
    return api[group][operation](input);
  };
});

afterAll(async () => {
  await server?.stop();
  // What was kept in files is gone with the process.
  if (uploads) expect(await readdir(uploads)).toEqual([]);
  await rm(uploads, { recursive: true, force: true });
  await removeCopy?.();
});

test('A document is created with a file, fields and JSON beside it', async () => {
  const file = new File([PDF], 'contract.pdf', { type: 'application/pdf' });
  const result = await send('documents.create', {
    file,
    title: 'Contract, “final”',
    expiresAt: new Date('2027-01-01T00:00:00Z'),
    folderId: 7,
    recipients: [RECIPIENT],
    settings: { language: 'de' },
  });
  expect(result).toMatchObject({ success: true, status: 201, payload: { title: 'Contract, “final”' } });
});

test('An envelope is created of several files, which may be blobs of the disk', async () => {
  const files = [await openAsBlob(join(folder, 'contract.pdf')), new File([PDF], 'annex.pdf')];
  const payload = {
    title: 'Both',
    type: 'DOCUMENT',
    recipients: [RECIPIENT],
    globalActionAuth: ['PASSKEY'],
    expiresAt: new Date(),
  };
  expect(await send('envelopes.create', { files, payload })).toMatchObject({
    success: true,
    payload: { title: 'Both', items: [{ title: 'blob' }, { title: 'annex.pdf' }] },
  });
});

test('Items are added by the path of their envelope', async () => {
  const files = [new File([PDF], 'a.pdf')];
  const at = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ];
  const result = await send('envelopes.addItems', { envelopeId: 'a 1', files, titles: ['one', 'two'], at });
  expect(result).toMatchObject({ status: 201, payload: [{ id: 'item_0', title: 'a.pdf', order: 1 }] });
});

test('A template is updated with none of its files', async () => {
  const result = await send('templates.update', { templateId: 'template_1', title: 'New', isPublic: true });
  expect(result).toMatchObject({ success: true, payload: { id: 'template_1', title: 'New' } });
});

test('A file of another kind is refused, whatever it says it is', async () => {
  const file = new File(['#!/bin/sh'], 'contract.pdf', { type: 'application/pdf' });
  const result = await send('documents.create', { file, title: 'Contract' });
  expect(result).toMatchObject({ success: false, status: 400, errors: [{ path: ['file'] }] });
});

test('curl sends the same', async () => {
  const { stdout } = await promisify(execFile)('curl', [
    '--silent',
    ...['-H', `Authorization: Bearer ${key}`],
    ...['-F', `file=@${join(folder, 'contract.pdf')}`, '-F', 'title=Contract'],
    ...['--form-string', `recipients=${JSON.stringify(RECIPIENT)}`],
    ...['-F', 'settings={"language":"fr"};type=application/json'],
    `${server.url}/api/document/create`,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, payload: { title: 'Contract' } });
});
