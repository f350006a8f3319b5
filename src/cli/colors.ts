import picocolors from 'picocolors';
import type { Io, Output } from './io.js';

export type Colors = ReturnType<typeof picocolors.createColors>;

export const PLAIN: Colors = picocolors.createColors(false);

/** The colours of a stream, by whether it is a terminal and by the user's environment. */
export function createColors(io: Io, output: Output): Colors {
  return picocolors.createColors(isColorWanted(io.env, output.isTTY));
}

/** NO_COLOR (https://no-color.org) wins over FORCE_COLOR, which wins over the terminal's capability. */
export function isColorWanted(env: Io['env'], isTTY: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTTY && env.TERM !== 'dumb';
}
