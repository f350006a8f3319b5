import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printConstructFiles } from '../schemas/support/construct-files.js';
import { type ServedProject, serveProject } from '../schemas/support/serve-project.js';
import { findFaults } from './support/find-faults.js';
import { fuzzByBytes, fuzzBySchema } from './support/fuzz.js';

const SEED = 20261121;
let project: ServedProject;

beforeAll(async () => {
  project = await serveProject(printConstructFiles());
});
afterAll(() => project.stop());

describe('H-19 Whatever is sent', () => {
  it('by the description, right or wrong, is answered in JSON and never with a 5xx', async () => {
    const { url, description } = project;
    const report = await fuzzBySchema({ url, description, key: 'none', seed: SEED, count: 1_000 });
    expect(report.fault).toBe(null);
    expect([...report.statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 405]));
  });

  it('in damaged bytes is answered in JSON and never with a 5xx, and no socket hangs', async () => {
    const report = await fuzzByBytes({ url: project.url, seed: SEED, count: 1_000 });
    expect(report.fault).toBe(null);
    expect([...report.statuses.keys()]).toEqual(expect.arrayContaining([200, 400]));
    expect((await fetch(`${project.url}/livez`)).status).toBe(200);
  });
});

describe('The judge of answers', () => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': 'a',
  };
  const body = '{"success":false,"message":"No."}';

  it.each([
    [{ status: 500, headers, body }, 'The status is 500.'],
    [{ status: 418, headers, body }, 'The status 418 is not documented.'],
    [{ status: 400, headers, body: '{}' }, 'The failure has no envelope.'],
    [{ status: 400, headers, body: '<h1>' }, 'The body is not JSON.'],
    [
      { status: 400, headers: { ...headers, 'content-type': 'text/html' }, body },
      'The content type is text/html.',
    ],
    [
      { status: 400, headers: { ...headers, 'x-request-id': undefined }, body },
      'The header x-request-id is undefined.',
    ],
  ])('finds the error of %j', (answer, fault) => {
    expect(findFaults(answer, [200, 400, 500])).toEqual([fault]);
  });

  it('finds none where there is none', () => {
    expect(findFaults({ status: 400, headers, body }, [200, 400])).toEqual([]);
  });
});
