/**
 * `breaking`: who follows the base description, or calls and reads answers through the client generated from it, fails
 * or does not compile under the head. `risky`: some may, which the descriptions cannot tell. `safe`: nobody does.
 */
export type Level = 'breaking' | 'risky' | 'safe';

/** Worst first. */
export const LEVELS: readonly Level[] = ['breaking', 'risky', 'safe'];

/** Which way a schema's values travel: to the server, or from it. */
export type Direction = 'request' | 'response';
