import { dirname } from 'node:path';
import type { BuildFailure } from 'esbuild';
import { BUNDLE_OPTIONS } from '../bundle-options.js';
import { esbuild } from '../esbuild.js';

/** JavaScript of a part of a module that is more than its types, as the `tsconfig.json` of its folder says. */
export async function transformModule(source: string, path: string): Promise<string> {
  const loader = /\.[cm]?tsx$|\.jsx$/.test(path) ? 'tsx' : 'ts';
  const { outputFiles } = await esbuild
    .build({
      stdin: { contents: source, resolveDir: dirname(path), sourcefile: path, loader },
      write: false,
      target: BUNDLE_OPTIONS.target,
      logLevel: BUNDLE_OPTIONS.logLevel,
      // Names that nothing else in this part uses are used elsewhere.
      treeShaking: false,
    })
    .catch(({ errors: [fault], message }: BuildFailure) => {
      throw new SyntaxError(fault?.text ?? message);
    });
  return outputFiles[0]?.text ?? '';
}
