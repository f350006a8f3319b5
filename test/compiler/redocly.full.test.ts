import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listDescriptions } from './support/list-descriptions.js';

const REDOCLY = fileURLToPath(new URL('../consumers/node_modules/@redocly/cli/bin/cli.js', import.meta.url));

interface Problem {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** What `redocly lint` finds in a file under its recommended rules: `severity rule pointer: message`. */
function lint(path: string): Promise<readonly string[]> {
  const args = [
    REDOCLY,
    'lint',
    '--extends',
    'recommended',
    '--format',
    'json',
    '--max-problems',
    '1000',
    path,
  ];
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    // Elsewhere than in the project, so that no configuration of anybody's applies.
    execFile(process.execPath, args, { env, cwd: '/', maxBuffer: 1 << 26 }, (_, stdout, stderr) => {
      try {
        const { problems } = JSON.parse(stdout) as { problems: readonly Problem[] };
        resolve(
          problems.map(
            ({ severity, ruleId, message, location }) =>
              `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
          ),
        );
      } catch {
        reject(new Error(`redocly printed no JSON:\n${stdout}\n${stderr}`));
      }
    });
  });
}

/** An operation is called what its procedure is called, in letters of any script. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  names: [
    'error operation-operationId-url-safe #/paths/~1strasse/get/operationId: Operation `operationId` should not have URL invalid characters.',
  ],
};

describe('redocly, by its recommended rules, finds no error in the description of', () => {
  test.each(listDescriptions())('%s', async (story, path) => {
    const problems = await lint(path);
    expect(problems.filter((problem) => problem.startsWith('error'))).toEqual(EXPECTED[story] ?? []);
  });

  test('nothing but those: a faulty file has its errors', async () => {
    const problems = await lint(fileURLToPath(new URL('../consumers/faulty-openapi.json', import.meta.url)));
    expect(problems.join('\n')).toMatch(/^error struct .*version/m);
  });
});
