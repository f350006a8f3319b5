import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const GENERATED = fileURLToPath(new URL('../../../generated/client.ts', import.meta.url));

/**
 * The table's runner as one script that any runtime takes: it plays the table against the server below `url` and
 * hands the outcomes as JSON to `report`, an expression. The client's runtime is the one of the generated client.
 */
export async function bundleRunner(url: string, report: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { runCases } from './run-cases.js';
        runCases(${JSON.stringify(url)}).then((outcomes) => (${report})(JSON.stringify(outcomes)));
      `,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [
      {
        name: 'generated-client',
        setup: ({ onResolve }) =>
          onResolve({ filter: /src\/client\/index\.js$/ }, () => ({ path: GENERATED })),
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}
