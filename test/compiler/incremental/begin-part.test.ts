import { expect, test } from 'vitest';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { beginPart, takePart } from '../../../src/compiler/incremental/begin-part.js';
import { loadConfig } from '../../../src/compiler/load/load-config.js';
import { SourceModules } from '../../../src/compiler/parse/source-modules.js';
import { createProject } from '../support/create-project.js';
import { print, SHARED } from './print-procedure.js';

test('It is begun with changed procedure files before anything else is known, and with nothing else.', async () => {
  const root = await createProject({
    'shared.ts': SHARED,
    'procedures/alpha.ts': print('alpha'),
    'procedures/beta.ts': 'this is no module (',
  });
  const host = createNodeHost();
  const { config } = await loadConfig(
    { host, root, sources: new SourceModules(host, root) },
    { source: null },
  );
  if (!config) throw new Error('The configuration is broken.');
  const begin = (...changed: string[]) => beginPart(host, { root, config, changed: new Set(changed) });

  const alpha = begin('procedures/alpha.ts');
  expect(takePart(alpha, [`${root}/procedures/alpha.ts`])).toBe(alpha);
  expect(takePart(alpha, [`${root}/procedures/alpha.ts`, `${root}/procedures/beta.ts`])).toBeUndefined();
  expect(takePart(alpha, [`${root}/procedures/beta.ts`])).toBeUndefined();

  expect(begin()).toBeUndefined();
  expect(begin('procedures/alpha.ts', 'shared.ts')).toBeUndefined();
  expect(begin('procedures/_locales/en.json')).toBeUndefined();
  expect(begin('procedures/_part.ts')).toBeUndefined();
});
