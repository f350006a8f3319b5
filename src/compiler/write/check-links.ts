import type { Metafile } from 'esbuild';
import type { Host } from '../host.js';
import { BUNDLE_OPTIONS } from '../load/bundle-options.js';
import { esbuild, isBuildFailure } from '../load/esbuild.js';
import type { ProjectConfig } from '../load/project-config.js';
import { WITHOUT_QUESTION } from '../load/project-modules.js';
import { SourceModules } from '../parse/source-modules.js';
import { BUNDLE_START, listLinks, type ModuleLinks } from './list-links.js';
import { bundleOwn } from './run-bundler.js';

export interface CheckedLinks {
  readonly root: string;
  readonly config: ProjectConfig;
  /** Of the last server bundle, with what was checked since. */
  readonly links: ModuleLinks;
  /** The modules that have another text since, relative to the project. */
  readonly changed: ReadonlySet<string>;
}

/** Where so many modules import what has changed, bundling the server is hardly more work. */
const MOST = 50;

/**
 * Whether a server bundle would find what changed modules import, and what others import of them: then there will be
 * one. Gives the links as they are now; null where that is not so, or would be too much to look at.
 */
export async function checkLinks(host: Host, checked: CheckedLinks): Promise<ModuleLinks | null> {
  const { root, config, links, changed } = checked;
  const importers = Object.entries(links).filter(([, imports]) => imports.some((path) => changed.has(path)));
  const modules = new Set([...changed, ...importers.map(([path]) => path)]);
  if (modules.size > MOST) return null;
  const contents = [...modules].map((path) => `import ${JSON.stringify(`${root}/${path}`)};\n`).join('');
  try {
    const { metafile }: { metafile: Metafile } = await esbuild.build({
      ...BUNDLE_OPTIONS,
      stdin: { contents, resolveDir: root, sourcefile: BUNDLE_START },
      absWorkingDir: root,
      external: WITHOUT_QUESTION,
      plugins: [bundleOwn({ sources: new SourceModules(host, root), root, config })],
    });
    return { ...links, ...listLinks(metafile) };
  } catch (error) {
    if (isBuildFailure(error)) return null;
    throw error;
  }
}
