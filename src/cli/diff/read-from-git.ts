import { execFile } from 'node:child_process';
import { CliFailure } from '../cli-failure.js';

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The description that a git ref holds: `origin/main` at the place where a build writes it, or `origin/main:PATH` with
 * a path relative to the project. Nothing is fetched and nothing is checked out.
 */
export async function readFromGit(
  name: string,
  root: string,
  findPath: () => Promise<string>,
): Promise<string> {
  const [ref = '', ...rest] = name.split(':');
  const path = rest.length > 0 ? rest.join(':') : undefined;
  await requireCommit(ref, name, root);
  const file = (path ?? (await findPath())).replace(/^\.\//, '');
  // `./` makes the path relative to the folder that git runs in, wherever that is in the repository.
  const found = await runGit(['show', '--end-of-options', `${ref}:./${file}`], root);
  if (found.exitCode === 0) return found.stdout;
  throw new CliFailure(`There is no ${file} in ${ref}.`, {
    help: `Name the file: ${ref}:path/to/openapi.json`,
  });
}

async function requireCommit(ref: string, name: string, root: string): Promise<void> {
  const found = await runGit(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    root,
  );
  if (found.exitCode === 0 && ref !== '') return;
  if (/not a git repository/i.test(found.stderr)) {
    throw new CliFailure(
      `There is no file "${name}", and no git repository to look for a ref of that name in.`,
    );
  }
  if (/\.(json|ya?ml)$/i.test(name) && !name.includes(':')) {
    throw new CliFailure(`There is no file "${name}".`, { help: 'The path is relative to the project.' });
  }
  await requireVersion(root);
  if (found.stderr !== '') throw new CliFailure(`git could not look for "${ref}": ${found.stderr.trim()}`);
  throw new CliFailure(`"${name}" is neither a file nor a git ref.`, {
    help: `In CI fetch the ref first: git fetch --depth=1 origin ${ref.replace(/^origin\//, '') || 'main'}`,
  });
}

/** The first that takes `--end-of-options` everywhere, without which a ref could be read as an option. */
const OLDEST = [2, 30] as const;

async function requireVersion(root: string): Promise<void> {
  const { stdout } = await runGit(['--version'], root);
  const [version = '', major, minor] = /(\d+)\.(\d+)[.\w]*/.exec(stdout) ?? [];
  const isOld = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  if (!isOld) return;
  throw new CliFailure(`git ${version} is too old: procgen diff needs git ${OLDEST.join('.')} or newer.`, {
    help: 'Update git, or name files: git show REF:generated/openapi.json > base.json',
  });
}

interface GitResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function runGit(argv: readonly string[], cwd: string): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    execFile('git', argv, { cwd, maxBuffer: MAX_BYTES, windowsHide: true }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') {
        reject(new CliFailure(`git could not be run: ${error.message}`, { cause: error }));
      } else resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
