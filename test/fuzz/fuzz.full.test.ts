import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printConstructFiles } from '../schemas/support/construct-files.js';
import { type ServedProject, serveProject } from '../schemas/support/serve-project.js';
import { fuzzByBytes, fuzzBySchema } from './support/fuzz.js';

let project: ServedProject;

beforeAll(async () => {
  project = await serveProject(printConstructFiles());
});
afterAll(() => project.stop());

describe('H-19 Of 10,000 requests none', () => {
  it.each([1, 2])('by the description finds an error, with the seed %i', async (seed) => {
    const { url, description } = project;
    expect((await fuzzBySchema({ url, description, key: 'none', seed, count: 5_000 })).fault).toBe(null);
  });

  it.each([1, 2])('in damaged bytes finds an error, with the seed %i', async (seed) => {
    expect((await fuzzByBytes({ url: project.url, seed, count: 5_000 })).fault).toBe(null);
  });
});
