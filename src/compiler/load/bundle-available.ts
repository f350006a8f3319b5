import type { Metafile } from 'esbuild';
import type { Host } from '../host.js';
import { listMarks } from '../read/live-values.js';
import { type Bundle, bundleLazily, type Findings, type LazyBundleOptions } from './bundle-lazily.js';
import { describeThrown } from './describe-thrown.js';
import { isBuildFailure } from './esbuild.js';
import type { ImportContext } from './import-context.js';
import type { ImportRequest } from './import-request.js';

/** A bundle, and what was found out on the way to it. */
export interface FoundBundle {
  readonly findings: Findings;
  readonly bundle: Bundle;
}

/** Bundles; where the bundler refuses modules, again without them, and where it keeps marks, again with their values. */
export async function bundleAvailable(
  context: ImportContext,
  requests: readonly ImportRequest[],
  options: Pick<LazyBundleOptions, 'findings' | 'run'>,
): Promise<Bundle> {
  const { findings } = options;
  for (;;) {
    try {
      const bundle = await bundleLazily(context, requests, options);
      if (bundle.misplaced.length > 0) {
        for (const index of bundle.misplaced) findings.modular.add(index);
        continue;
      }
      const marks = listMarks(bundle.text);
      if (marks.every((mark) => findings.live.has(mark))) return bundle;
      for (const mark of marks) findings.live.add(mark);
    } catch (error) {
      if (isBuildFailure(error) && !findings.isApart) {
        findings.isApart = true;
        continue;
      }
      const refused = isBuildFailure(error) ? error.errors.filter(({ location }) => location !== null) : [];
      const before = findings.modules.size;
      for (const { location, text } of refused) {
        const { file = '', line = 1, lineText = '', column = 0, length = 0 } = location ?? {};
        const ran = lineText.slice(0, column + length);
        findings.modules.set(`${context.root}/${file}`, { reason: `${text}.`, line: { file, line, ran } });
      }
      if (findings.modules.size === before) throw error;
    }
  }
}

/** The bundle, or one without the packages that fail. */
export async function bundleRunnable(
  context: ImportContext,
  requests: readonly ImportRequest[],
  { findings, bundle }: FoundBundle,
): Promise<FoundBundle> {
  const before = findings.packages.size;
  await findFailingPackages(context.host, bundle.metafile, findings);
  if (findings.packages.size === before) return { findings, bundle };
  return { findings, bundle: await bundleAvailable(context, requests, { findings }) };
}

/** Imports each package that the bundle needs, one by one: one that throws would take the whole bundle with it. */
async function findFailingPackages(host: Host, metafile: Metafile, findings: Findings): Promise<void> {
  const urls = new Set(
    Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path)),
  );
  for (const url of urls) {
    if (!url.startsWith('file:')) continue;
    try {
      await host.importUrl(url);
    } catch (error) {
      const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? url;
      findings.packages.set(url, `The package ${JSON.stringify(name)} failed: ${describeThrown(error)}`);
    }
  }
}
