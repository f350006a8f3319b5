import type { Host } from '../host.js';
import type { SourceCache } from '../read/source-cache.js';

export interface ImportContext {
  readonly host: Host;
  readonly root: string;
  readonly sources: SourceCache;
}
