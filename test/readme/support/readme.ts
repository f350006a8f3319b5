import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's folder, without a slash at its end. */
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

const BASE = `${REPOSITORY}/test/docs/support/base`;

/** The service that the pages of docs/ begin with: the texts of its files, by path. */
export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(BASE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path, readFileSync(`${BASE}/${path}`, 'utf8')]),
);
