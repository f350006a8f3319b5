import { findNearest } from '../compiler/suggest-name.js';
import { createColors } from './colors.js';
import type { Io } from './io.js';
import { listVariables } from './read-env-options.js';

/** Says which variables of the environment look like misspelt ones of procgen's. Others may be the application's own. */
export function warnOfVariables(io: Io): void {
  const known = listVariables();
  const colors = createColors(io, io.stderr);
  for (const name of Object.keys(io.env).sort()) {
    const meant = name.startsWith('PROCGEN_') && !known.includes(name) && findNearest(name, known);
    if (!meant) continue;
    io.stderr.write(
      `${colors.bold(colors.yellow('warning:'))} procgen reads no variable ${name}. Did you mean ${meant}?\n`,
    );
  }
}
