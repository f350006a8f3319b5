import { ConfigSchema } from '../compiler/config/config-schema.js';
import { evaluateExports } from '../compiler/evaluate/evaluate-exports.js';
import { evaluateInOrder } from '../compiler/evaluate/evaluate-in-order.js';
import type { Host } from '../compiler/host.js';
import { SourceModules } from '../compiler/parse/source-modules.js';
import { SILENT_PROGRESS } from '../compiler/progress.js';
import { guardProcess } from './guard-process.js';

/** What a configuration says as a build sees it; null when it is broken. `file` is relative to the project. */
export async function compileSettings(host: Host, root: string, file: string): Promise<object | null> {
  const context = { host, root, sources: new SourceModules(host, root), progress: SILENT_PROGRESS };
  const path = `${root}/${file}`;
  const evaluated = await guardProcess(() =>
    evaluateInOrder(context, [path], (modules) =>
      evaluateExports(context, modules, { path, names: ['default'] }),
    ),
  );
  if ('failures' in evaluated) return null;
  const checked = ConfigSchema.safeParse(evaluated.values.default);
  return checked.success ? checked.data : null;
}
