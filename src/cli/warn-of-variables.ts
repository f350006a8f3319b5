import { findNearest } from '../compiler/suggest-name.js';
import { createColors } from './colors.js';
import type { Io } from './io.js';
import { listVariables } from './read-env-options.js';

const PREFIX = 'PROCGEN_';

/** Variables that procgen shares with other tools. */
const PLAIN = ['PORT', 'NODE_ENV'];

/** Warns of variables that look like misspelt ones of procgen. Others may belong to the application. */
export function warnOfVariables(io: Io): void {
  const known = listVariables().map((name) => name.slice(PREFIX.length));
  const colors = createColors(io, io.stderr);
  for (const name of Object.keys(io.env).sort()) {
    const rest = name.slice(PREFIX.length);
    // Compared without the common prefix, which would make all short names similar.
    const nearest =
      name.startsWith(PREFIX) && !known.includes(rest) && findNearest(rest, [...known, ...PLAIN]);
    if (!nearest) continue;
    const meant = PLAIN.includes(nearest) ? `${nearest}, without the prefix` : `${PREFIX}${nearest}`;
    io.stderr.write(
      `${colors.bold(colors.yellow('warning:'))} procgen has no variable ${name}. Did you mean ${meant}?\n`,
    );
  }
}
