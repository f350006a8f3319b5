import { loadConfig } from '../compiler/config/load-config.js';
import type { Host } from '../compiler/host.js';
import { SourceModules } from '../compiler/parse/source-modules.js';
import { SILENT_PROGRESS } from '../compiler/progress.js';
import { guardProcess } from './guard-process.js';

/** Returns a configuration's settings as a build sees them; null if invalid. `configFile` is relative to `root`. */
export async function compileSettings(host: Host, root: string, configFile: string): Promise<object | null> {
  const context = { host, root, sources: new SourceModules(host, root), progress: SILENT_PROGRESS };
  const { config } = await guardProcess(() => loadConfig(context, { configFile }));
  return config?.settings ?? null;
}
