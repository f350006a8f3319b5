/**
 * `breaking`: who follows the base description fails under the head. `risky`: some may, which the descriptions
 * cannot tell. `safe`: nobody does.
 */
export type Level = 'breaking' | 'risky' | 'safe';

/** Worst first. */
export const LEVELS: readonly Level[] = ['breaking', 'risky', 'safe'];

/** Which way a schema's values travel: to the server, or from it. */
export type Direction = 'request' | 'response';
