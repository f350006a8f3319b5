import picocolors from 'picocolors';
import type { Io, Output } from './io.js';

export type Colors = ReturnType<typeof picocolors.createColors>;

export const PLAIN: Colors = picocolors.createColors(false);

/** The colours for one stream: none in a pipe, none when the user says so, always when the user asks for them. */
export function createColors(io: Io, output: Output): Colors {
  return picocolors.createColors(isColorWanted(io.env, output.isTTY));
}

/** NO_COLOR wins (https://no-color.org), then FORCE_COLOR, then a terminal that is not a dumb one. */
export function isColorWanted(env: Io['env'], isTTY: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTTY && env.TERM !== 'dumb';
}
