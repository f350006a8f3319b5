import { explore } from './explore.js';

/** The explorer's script, as the browser gets it. */
export const EXPLORER_SCRIPT = `'use strict';\n(${explore.toString()})();\n`;
