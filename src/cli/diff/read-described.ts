import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DescriptionError } from '../../diff/description-error.js';
import { parseDescription } from '../../diff/parse-description.js';
import { CliFailure } from '../cli-failure.js';
import type { Project } from '../open-project.js';
import type { Described } from './described.js';
import type { ProjectPaths } from './find-project-paths.js';
import { readFromGit } from './read-from-git.js';
import { readFromServer } from './read-from-server.js';

/** A project, and the folder that file names are relative to. */
type NamingProject = Project & { readonly folder: string };

/**
 * Reads the description of `name`: a URL of a server on this machine, a file or a git ref, in this order. Throws a
 * `CliFailure` when it cannot be read.
 */
export async function readDescribed(
  name: string,
  project: NamingProject,
  findPaths: () => Promise<ProjectPaths>,
): Promise<Described> {
  const text = await readText(name, project, findPaths);
  try {
    return { name, description: parseDescription(text) };
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    throw new CliFailure(`"${name}" cannot be compared. ${error.message}`, {
      help: 'procgen build writes one to generated/openapi.json.',
      cause: error,
    });
  }
}

async function readText(
  name: string,
  project: NamingProject,
  findPaths: () => Promise<ProjectPaths>,
): Promise<string> {
  if (/^https?:\/\//i.test(name)) return readFromServer(name, findPaths);
  const path = resolve(project.folder, name);
  if (!existsSync(path)) return readFromGit(name, project.root, findPaths);
  if (!statSync(path).isDirectory()) return readFile(path, 'utf8');
  throw new CliFailure(`"${name}" is a folder, where a description is expected.`, {
    help: `For example: ${name.replace(/\/+$/, '')}/openapi.json`,
  });
}
