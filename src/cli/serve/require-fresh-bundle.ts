import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliFailure } from '../cli-failure.js';
import { BUNDLE_FILE, MANIFEST_FILE } from '../server-bundle/bundle-paths.js';
import { checkManifest } from '../server-bundle/check-manifest.js';
import { readManifest } from '../server-bundle/manifest.js';

const HELP =
  'Run "procgen build". In development mode (--mode development), "procgen serve" builds automatically.';

/** Throws if there is no built server for production, or if its sources have changed since it was built. */
export function requireFreshBundle(root: string, modeText = 'production mode'): void {
  const [bundle, manifestFile] = [join(root, BUNDLE_FILE), join(root, MANIFEST_FILE)];
  if (!existsSync(bundle) || !existsSync(manifestFile)) {
    throw new CliFailure(`There is no built server to serve in ${modeText}.`, { help: HELP });
  }
  const staleness = checkManifest(root, readManifest(readFileSync(manifestFile, 'utf8')));
  if (!staleness) return;
  const changes = [
    ...staleness.changed.map((path) => `${path} has changed`),
    ...staleness.missing.map((path) => `${path} is missing`),
    ...staleness.added.map((path) => `${path} is new`),
  ];
  const shown = changes.slice(0, 3).join(', ');
  const rest = changes.length > 3 ? `, and ${changes.length - 3} more` : '';
  throw new CliFailure(`The built server is stale: ${shown}${rest}.`, { help: HELP });
}
