import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { checkProject } from './check-project.js';
import type { COMPILERS } from './run-compiler.js';

export const CASES = new URL('../../cases/valid/', import.meta.url);
export const STORIES = readdirSync(CASES).filter((story) => existsSync(new URL(`${story}/expected/`, CASES)));
/** The others, which have a tsconfig of their own, need options that these must do without. */
export const PLAIN_STORIES = STORIES.filter((story) => !existsSync(new URL(`${story}/tsconfig.json`, CASES)));

/**
 * What every client ends with, and what one with streams has behind that. The expected client of a story holds what stands
 * before it.
 */
export const RUNTIME = new URL('../client-runtime.ts', CASES);
export const STREAM_RUNTIME = new URL('../client-stream-runtime.ts', CASES);

const STREAMING = /\bstream(?:Events|Lines)</;

/** What `tsc` says about stories where they stand, with their whole clients. */
export function checkStories(
  stories: readonly string[],
  version: keyof typeof COMPILERS,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const runtime = readFileSync(RUNTIME, 'utf8');
  const streamRuntime = readFileSync(STREAM_RUNTIME, 'utf8');
  const folders = stories.map((story) => new URL(`${story}/`, CASES));
  const clients = stories
    .map((story) => [`${story}/client.ts`, new URL(`${story}/expected/client.ts`, CASES)] as const)
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => [name, readFileSync(file, 'utf8')] as const)
    .map(([name, own]) => [name, own + runtime + (STREAMING.test(own) ? streamRuntime : '')] as const);
  return checkProject(folders, version, options, Object.fromEntries(clients));
}
