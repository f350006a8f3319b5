import type { Host } from '../host.js';
import type { SourceModules } from '../parse/source-modules.js';
import type { BuildProgress } from '../progress.js';

export interface EvaluationContext {
  readonly host: Host;
  readonly root: string;
  readonly sources: SourceModules;
  readonly progress: BuildProgress;
}
