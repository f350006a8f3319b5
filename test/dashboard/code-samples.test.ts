import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { afterEach, describe, expect, test } from 'vitest';
import type { SampleCall } from '../../src/dashboard/key-use.js';
import { type CodeSamples, printCodeSamples, printEnvLine } from '../../src/dashboard/pages/code-samples.js';
import { startKeyService } from '../keys/support/start-key-service.js';
import { stopServices } from '../runtime/support/start-service.js';

const run = promisify(execFile);
const SECRET = `pgk_${'a'.repeat(46)}`;
const LIST: SampleCall = { operation: 'apiKeys.list', path: '/api-keys', input: null };

afterEach(() => stopServices());

function print(sample: SampleCall, url = 'http://localhost:3000', secret = SECRET): CodeSamples {
  const { host } = new URL(url);
  const origin = { scheme: 'http', host, isLoopback: true, isTrustworthy: true } as const;
  return printCodeSamples({ origin }, sample, secret);
}

describe('K-24 the code beside a new key', () => {
  test('runs as it is: curl, fetch and the generated client', async () => {
    const { url, createKey } = await startKeyService();
    const { key } = await createKey();
    const samples = print(LIST, url, key);
    expect((await run('sh', ['-c', `${samples.curl} --silent`])).stdout).toContain('"success":true');
    const env = { ...process.env, API_KEY: key };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', samples.fetch], { env });
    expect(stdout).toMatch(/^200 \{\s+success: true/);

    const folder = fileURLToPath(new URL('../..', import.meta.url));
    const { outputFiles } = buildSync({
      stdin: { contents: samples.client, resolveDir: folder, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      write: false,
    });
    const program = outputFiles[0]?.text ?? '';
    const called = await run(process.execPath, ['--input-type=module', '-e', program], { env });
    expect(called.stdout).toMatch(/success: true/);
  });

  test('is whole where every call takes values', () => {
    const samples = print({
      operation: 'items.search',
      path: '/items/7?tag=a%20b&where%5Bopen%5D=true',
      input: { id: 7, tag: ["it's"], 'x-y': { open: true } },
    });
    const url = 'http://localhost:3000/api/items/7?tag=a%20b&where%5Bopen%5D=true';
    expect(samples.curl).toBe(`curl -H "Authorization: Bearer ${SECRET}" '${url}'`);
    expect(samples.fetch).toContain(`fetch('${url}'`);
    expect(samples.client).toContain(`api.items.search({ id: 7, tag: ["it's"], 'x-y': { open: true } })`);
  });

  test('has the key where it is copied into a shell or a file, and nowhere else', () => {
    const { curl, fetch, client } = print(LIST);
    expect([curl, printEnvLine(SECRET)].every((text) => text.includes(SECRET))).toBe(true);
    expect([fetch, client].some((text) => text.includes(SECRET))).toBe(false);
  });
});
