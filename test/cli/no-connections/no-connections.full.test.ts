import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAN_TRACE } from '../../stores/strace.js';
import { CONFIG, createProject, PING, REPOSITORY } from '../temporary-project.js';
import { watchConnections } from './watch-connections.js';

const PROCGEN = join(REPOSITORY, 'bin/procgen.js');
const FILES = { 'procgen.config.ts': CONFIG, 'procedures/demo.ts': PING };

const PAGES = ['/api/ping', '/api/docs', '/api/openapi.json', '/dashboard/api-keys', '/dashboard/sign-in'];

function visit(urls: readonly string[]): Promise<number[]> {
  const headers = { Connection: 'close' };
  return Promise.all(urls.map(async (url) => (await fetch(url, { headers })).status));
}

describe('procgen reaches out to no other host', () => {
  test.each([
    'build',
    'build --check',
    'routes',
    'doctor',
    'keys create',
    'users link',
    'init shop',
    'eject templates',
  ])('in %s', async (line) => {
    const root = await createProject(FILES);
    const { exitCode, err, foreign } = await watchConnections([PROCGEN, ...line.split(' ')], root);
    expect([0, line === 'doctor' ? 1 : 0, line === 'build --check' ? 3 : 0], err).toContain(exitCode);
    expect(foreign, err).toEqual([]);
  });

  test.each(['development', 'production'])('in serve in %s mode, while its pages are read', async (mode) => {
    const root = await createProject(FILES);
    if (mode === 'production') await watchConnections([PROCGEN, 'build'], root);
    const statuses: Promise<number[]>[] = [];
    const served = await watchConnections([PROCGEN, 'serve', '--mode', mode], root, {
      use: (err, stop) => {
        const [, url, link] = /listening on (http:\S+)[\s\S]*?sign in +(http:\S+)/.exec(err) ?? [];
        if (url === undefined || link === undefined || statuses.length > 0) return;
        statuses.push(visit([...PAGES.map((path) => url + path), link]).finally(stop));
      },
    });
    const docs = mode === 'development' ? 200 : 404;
    expect(await Promise.all(statuses)).toEqual([[200, docs, 200, 200, 200, 200]]);
    expect(served.foreign, served.err).toEqual([]);
  });
});

test.each(CAN_TRACE ? [true, false] : [false])(
  'a connection to another host would be seen (by strace: %s)',
  async (isTraced) => {
    const root = await createProject();
    const script = `const socket = require('node:net').connect({ host: '192.0.2.1', port: 80 });
      socket.on('error', () => {});
      setTimeout(() => socket.destroy(), 100);`;
    const { foreign } = await watchConnections(['-e', script], root, { isTraced });
    expect(foreign).toEqual(['192.0.2.1']);
  },
);
