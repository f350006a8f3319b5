import { basename, resolve } from 'node:path';
import { confirm, intro, isCancel, text } from '@clack/prompts';
import type { Terminal } from '../io.js';
import { findRepositoryAround } from './find-repository.js';
import { type InitOptions, suggestInitOptions } from './init-options.js';

export interface PromptOptions {
  readonly terminal: Terminal | null;
  /** The folder that relative paths are relative to. */
  readonly cwd: string;
}

/** Prompts for what the command line omits; null after Ctrl-C. */
export async function askForProject(
  dir: string | undefined,
  { terminal, cwd }: PromptOptions,
): Promise<{ readonly folder: string; readonly initOptions: InitOptions } | null> {
  const streams = terminal ?? {};
  intro('procgen init', streams);
  const message = 'Where should the project be created?';
  const answer = dir ?? (await text({ ...streams, message, placeholder: '.', defaultValue: '.' }));
  if (isCancel(answer)) return null;
  const folder = resolve(cwd, answer);
  const { name, title: suggested } = suggestInitOptions(basename(folder));
  const title = await text({
    ...streams,
    message: 'What is the API called?',
    placeholder: suggested,
    defaultValue: suggested,
  });
  if (isCancel(title)) return null;
  const withWorkflow =
    findRepositoryAround(folder) === null &&
    (await confirm({ ...streams, message: 'Add a GitHub Actions workflow that checks the project?' }));
  if (isCancel(withWorkflow)) return null;
  return { folder, initOptions: { name, title, withWorkflow } };
}
