import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The bytes of an entry with all that it reaches, minified and gzipped. */
export async function measureBytes(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}
