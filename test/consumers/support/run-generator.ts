import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, type ToolResult, toolPath } from './run-tool.js';

/** How each generator of a client is called, as its documentation says, on `<project>.json` of a folder. */
const GENERATORS = {
  'openapi-typescript': {
    script: 'openapi-typescript/bin/cli.js',
    args: (input: string, output: string) => [input, '--output', join(output, 'schema.ts')],
  },
  'hey-api': {
    script: '@hey-api/openapi-ts/bin/run.js',
    args: (input: string, output: string) => ['--input', input, '--output', output],
  },
  orval: {
    script: 'orval/dist/bin/orval.js',
    args: (input: string, output: string) => [
      '--input',
      input,
      '--output',
      join(output, 'api.ts'),
      '--client',
      'fetch',
    ],
  },
} as const;

export type Generator = keyof typeof GENERATORS;
export const generators = Object.keys(GENERATORS) as Generator[];

/** Generates `<folder>/<generator>/<project>/` from `<folder>/<input>.json`. */
export async function runGenerator(
  generator: Generator,
  folder: string,
  project: string,
  input = project,
): Promise<ToolResult> {
  const { script, args } = GENERATORS[generator];
  await mkdir(join(folder, generator), { recursive: true });
  return runTool(toolPath(script), args(`${input}.json`, join(generator, project)), folder);
}

const STRICT = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
};

/** What TypeScript says about all that was generated in a folder: one line per error, with neither line nor column. */
export async function checkGenerated(folder: string, include: readonly string[]): Promise<readonly string[]> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include }));
  const { code, stdout, stderr } = await runTool(toolPath('typescript/bin/tsc'), ['-p', '.'], folder);
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (stderr !== '' || (code !== 0 && lines.length === 0)) throw new Error(`tsc failed:\n${stdout}${stderr}`);
  return lines.map((line) => line.replace(/\(\d+,\d+\)/, ''));
}
