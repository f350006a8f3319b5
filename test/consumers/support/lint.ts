import { runTool, toolPath } from './run-tool.js';

interface Problem {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly message: string;
  readonly location: readonly { readonly pointer?: string; readonly source: { readonly ref: string } }[];
}

/** What `redocly lint` finds in files under its recommended rules, by file: `severity rule pointer: message`. */
export async function lint(paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const args = ['lint', '--extends', 'recommended', '--format', 'json', '--max-problems', '1000', ...paths];
  // Elsewhere than in the project, so that no configuration of anybody's applies.
  const { stdout, stderr } = await runTool(toolPath('@redocly/cli/bin/cli.js'), args, '/');
  if (!stdout.startsWith('{')) throw new Error(`redocly printed no JSON:\n${stdout}\n${stderr}`);
  // One report a file, one after the other.
  const reports = stdout
    .split(/(?<=^\})(?=\{)/m)
    .map((text) => JSON.parse(text) as { problems: readonly Problem[] });
  const problems = reports.flatMap((report) => report.problems);
  return new Map(
    paths.map((path) => {
      const own = problems.filter(({ location }) => `/${location[0]?.source.ref}`.endsWith(path));
      return [path, own.map(printProblem)];
    }),
  );
}

function printProblem({ severity, ruleId, message, location }: Problem): string {
  return `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`;
}
