import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A project as a deployment has it: built, without its sources. `bundle` is the text of its server. */
export function makeBuiltProject(bundle: string): string {
  const root = mkdtempSync(join(tmpdir(), 'procgen-built-'));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(REPOSITORY, join(root, 'node_modules/procgen'));
  symlinkSync(join(REPOSITORY, 'node_modules/zod'), join(root, 'node_modules/zod'));
  const built = join(root, '.procgen/server');
  mkdirSync(built, { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "name": "built", "type": "module" }');
  writeFileSync(join(built, 'index.mjs'), bundle);
  writeFileSync(
    join(built, 'openapi.json'),
    '{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{}}',
  );
  const manifest = { version: 1, procedures: 'procedures', inputs: { 'procedures/gone.ts': '' } };
  writeFileSync(join(built, 'manifest.json'), JSON.stringify(manifest));
  return root;
}
