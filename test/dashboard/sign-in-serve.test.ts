import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBuiltProject } from '../cli/serve/built-server.js';
import { spawnProcgen } from '../cli/spawn-procgen.js';

const LINK = /http:\/\/localhost:\d+\/dashboard\/sign-in\?token=([\w-]{43})/;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };

const press = (link: string) => {
  const url = new URL(link);
  const body = new URLSearchParams({ token: url.searchParams.get('token') ?? '' });
  return fetch(new URL('/dashboard/sign-in', url), {
    method: 'POST',
    body,
    headers: FORM,
    redirect: 'manual',
  });
};

test('K-16 serve prints one link with 256 bits to stderr, which the store and the log do not hold', async () => {
  const root = await createBuiltProject();
  const server = spawnProcgen(root, 'serve --mode production --port 0');
  const [link, token = ''] = await server.seen(LINK);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);

  // Looking at the link, as a preview does, uses nothing up; of two who press the button at once one is let in.
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    expect((await fetch(link, { method })).headers.getSetCookie()).toEqual([]);
  }
  const answers = await Promise.all([press(link), press(link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
  expect((await press(link)).status).toBe(400);

  server.signal('SIGTERM');
  const { out, err } = await server.end;
  expect(err.split(token)).toHaveLength(2);
  expect(out).not.toContain(token);
  const files = await readdir(join(root, '.procgen'), { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain(token);
  }
});

test('K-16 nothing over HTTP makes the first user or key without the link', async () => {
  const root = await createBuiltProject();
  const server = spawnProcgen(root, 'serve --mode production --port 0');
  const [link] = await server.seen(LINK);
  const { origin } = new URL(link);
  const tries: [string, string, string][] = [
    ['POST', '/dashboard/sign-in', 'token='],
    ['POST', '/dashboard/sign-in', 'user=local'],
    ['POST', '/dashboard/sign-in', `token=${'A'.repeat(43)}`],
    ['POST', '/dashboard/sign-in?token=x', 'userId=local&token=__proto__'],
    ['POST', '/dashboard/api-keys', 'name=CI&userId=local&expiry=never'],
    ['POST', '/dashboard/sign-up', 'user=local'],
    ['POST', '/dashboard/setup', 'user=local'],
    ['PUT', '/dashboard/api-keys', 'name=CI'],
  ];
  for (const [method, path, body] of tries) {
    const answer = await fetch(origin + path, { method, body, headers: FORM, redirect: 'manual' });
    expect([path, answer.headers.getSetCookie()]).toEqual([path, []]);
    expect([303, 400, 404, 405]).toContain(answer.status);
    if (answer.status === 303) expect(answer.headers.get('location')).toBe('/dashboard/sign-in');
  }
  const keys = spawnProcgen(root, 'keys list --json');
  expect(JSON.parse((await keys.end).out).keys).toEqual([]);

  // From the terminal a key can be made, through the running server.
  const made = await spawnProcgen(root, 'keys create --name first --plain').end;
  expect(made.out).toMatch(/^pgk_[0-9A-Za-z]{46}\n$/);
  server.signal('SIGTERM');
  await server.end;
});
