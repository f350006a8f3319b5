import { describe, expect, test } from 'vitest';
import { findProcgenSpecifier } from '../../../src/cli/init/find-procgen-specifier.js';
import { createFolder } from '../temporary-project.js';

const LOCK = 'node_modules/.package-lock.json';

/** Where npm put procgen, with what it noted of it. */
async function install(noted: object | null, files: Record<string, string> = {}) {
  const lock = { packages: { 'node_modules/procgen': noted } };
  const root = await createFolder({
    'node_modules/procgen/package.json': '{}',
    ...(noted === null ? {} : { [LOCK]: JSON.stringify(lock) }),
    ...files,
  });
  return { root, own: { folder: `${root}/node_modules/procgen`, version: '1.2.3' } };
}

describe('a new project depends on the very procgen it came from', () => {
  test.each([
    ['a registry', { resolved: 'https://packages.example.com/npm/procgen/-/procgen-1.2.3.tgz' }, '^1.2.3'],
    ['a registry that npm was told not to name', { version: '1.2.3' }, '^1.2.3'],
    ['nobody knows where', null, '^1.2.3'],
    [
      'a URL',
      { resolved: 'https://example.com/builds/procgen.tgz' },
      'https://example.com/builds/procgen.tgz',
    ],
    [
      'git',
      { resolved: 'git+ssh://git@example.com/procgen.git#abc' },
      'git+ssh://git@example.com/procgen.git#abc',
    ],
  ])('from %s', async (_, noted, specifier) => {
    const { root, own } = await install(noted);
    await expect(findProcgenSpecifier(own, `${root}/app`)).resolves.toBe(specifier);
  });

  test('from an archive, by the way from the project to it', async () => {
    const { root, own } = await install(
      { resolved: 'file:packed/procgen-1.2.3.tgz' },
      { 'packed/procgen-1.2.3.tgz': '' },
    );
    await expect(findProcgenSpecifier(own, `${root}/apps/shop`)).resolves.toBe(
      'file:../../packed/procgen-1.2.3.tgz',
    );
  });

  test('from an archive that is gone: from none', async () => {
    const { root, own } = await install({ resolved: 'file:packed/procgen-1.2.3.tgz' });
    await expect(findProcgenSpecifier(own, `${root}/app`)).resolves.toBeNull();
  });

  test('from a checkout, linked or run where it is', async () => {
    const root = await createFolder({ 'code/procgen/package.json': '{}' });
    const own = { folder: `${root}/code/procgen`, version: '1.2.3' };
    await expect(findProcgenSpecifier(own, `${root}/app`)).resolves.toBe('file:../code/procgen');
  });
});
