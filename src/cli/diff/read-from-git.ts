import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { listAncestors, toPosix } from '../../compiler/relative-path.js';
import { CliFailure } from '../cli-failure.js';
import type { ProjectPaths } from './find-project-paths.js';

const MAX_BYTES = 64 * 1024 * 1024;
const EXAMPLE = 'Pass a file, a branch, a tag or a commit: procgen diff origin/main';

/**
 * Reads the description of a git ref, without fetching or checking out: `origin/main` at the path where a build writes it,
 * or `origin/main:PATH` with a path relative to the project. Throws a `MissingDescription` when the ref does not use
 * procgen yet.
 */
export async function readFromGit(
  name: string,
  root: string,
  findPaths: () => Promise<ProjectPaths>,
): Promise<string> {
  const [ref = '', ...rest] = name.split(':');
  await requireCommit(ref, name, root);
  const paths = rest.length > 0 ? null : await findPaths();
  const file = paths?.description ?? rest.join(':').replace(/^\.\//, '');
  // In both commands `./` makes the path relative to the working directory.
  const listed = await runGit(['ls-tree', '--name-only', ref, '--', file], root);
  if (listed.exitCode === 0 && listed.stdout === '') {
    if (paths) throw await explainMissing(ref, root, paths);
    throw new CliFailure(`There is no ${file} in ${ref}.`, { help: 'The path is relative to the project.' });
  }
  const found = await runGit(['show', `${ref}:./${file}`], root);
  if (found.exitCode === 0) return found.stdout;
  throw new CliFailure(`git could not read ${file} in ${ref}: ${(listed.stderr || found.stderr).trim()}`);
}

/** Explains a missing description: it is elsewhere, not committed, or the ref does not use procgen yet. */
async function explainMissing(ref: string, root: string, paths: ProjectPaths): Promise<CliFailure> {
  const { configFile, procedures, description } = paths;
  const { stdout: folder } = await runGit(['rev-parse', '--show-prefix'], root);
  const { stdout } = await runGit(['ls-tree', '-r', '-z', '--name-only', '--full-tree', ref], root);
  // Relative to the project, which may have moved.
  const files = new Set(stdout.split('\0').map((file) => posix.relative(folder.trimEnd(), file)));
  const descriptions = [...files].filter((file) => posix.basename(file) === 'openapi.json');
  const moved = descriptions.filter(
    (file) => files.has(`${posix.dirname(file)}/routes.ts`) && !existsSync(`${root}/${file}`),
  );
  const isUsed =
    files.has(configFile) ||
    (await runGit(['grep', '--quiet', '-F', 'procgen', ref, '--', procedures], root)).exitCode === 0;
  if (!isUsed && moved.length === 0) return new MissingDescription(description, ref);
  const found = [...moved, ...descriptions.filter((file) => isUsed && !file.startsWith('../'))];
  return new CliFailure(`${ref} uses procgen, but has no ${description}.`, {
    help:
      found.length > 0
        ? `Pass the existing description: ${[...new Set(found)]
            .slice(0, 3)
            .map((file) => `${ref}:${file}`)
            .join(' or ')}`
        : `Commit the generated files, or build ${ref} in a separate checkout and pass the file that the build writes.`,
  });
}

async function requireCommit(ref: string, name: string, root: string): Promise<void> {
  if (ref.startsWith('-')) {
    throw new CliFailure(`"${name}" is not a file, and a git ref cannot start with a dash.`, {
      help: EXAMPLE,
    });
  }
  const found = await runGit(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], root);
  if (found.exitCode === 0 && ref !== '') return;
  if (/not a git repository/i.test(found.stderr)) {
    throw new CliFailure(`There is no file "${name}", and this folder is not in a git repository.`);
  }
  if (/\.(json|ya?ml)$/i.test(name) && !name.includes(':')) {
    throw new CliFailure(`There is no file "${name}".`, { help: 'The path is relative to this folder.' });
  }
  if (found.stderr !== '') throw new CliFailure(`git could not resolve "${ref}": ${found.stderr.trim()}`);
  const commits = await runGit(['rev-list', '--all', '--max-count=1'], root);
  const help = commits.stdout === '' ? 'The repository has no commit yet.' : adviseFetch(ref);
  throw new CliFailure(`"${name}" is neither a file nor a git ref.`, { help });
}

/** Suggests a fetch; the command contains the ref only if it needs no quoting. */
function adviseFetch(ref: string): string {
  const [, remote, name] = /^(origin\/)?(\w[\w./-]*)$/.exec(ref) ?? [];
  if (name === undefined) return EXAMPLE;
  return remote
    ? `In CI fetch the branch first: git fetch --depth=1 origin ${name}`
    : `A branch is origin/${name}. In CI fetch a tag first: git fetch --depth=1 origin tag ${name}`;
}

interface GitResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function runGit(argv: readonly string[], cwd: string): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: MAX_BYTES, windowsHide: true, env: listEnvironment(cwd) };
    execFile('git', argv, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') {
        reject(new CliFailure(`git could not be run: ${error.message}`, { cause: error }));
      } else resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

/**
 * Git sets `GIT_DIR` for hooks, aliases and `rebase --exec`. Without `GIT_WORK_TREE` it would then take the current
 * folder for the top of the work tree, and find no file of a project in a subfolder. A folder outside of any work tree
 * needs it.
 */
function listEnvironment(cwd: string): NodeJS.ProcessEnv {
  const { GIT_DIR, ...env } = process.env;
  const isInWorkTree = listAncestors(toPosix(cwd)).some((folder) => existsSync(`${folder}/.git`));
  return isInWorkTree && env.GIT_WORK_TREE === undefined ? env : process.env;
}

/** A git ref from before the project used procgen, with neither a description nor procedures. */
export class MissingDescription extends CliFailure {
  constructor(file: string, ref: string) {
    super(`There is no ${file} in ${ref}.`, {
      help: `If the description is elsewhere, pass the file: ${ref}:path/to/openapi.json`,
    });
  }
}
