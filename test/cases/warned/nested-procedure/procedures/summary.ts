import * as items from './items.js';

/** Exported where they are declared. */
export const summary = { list: items.list };
