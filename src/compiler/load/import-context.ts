import type { Host } from '../host.js';
import type { BuildProgress } from '../progress.js';
import type { SourceCache } from '../read/source-cache.js';

export interface ImportContext {
  readonly host: Host;
  readonly root: string;
  readonly sources: SourceCache;
  readonly progress: BuildProgress;
}
