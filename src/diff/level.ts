/**
 * `breaking`: callers that follow the base description or use the client generated from it fail or do not compile with
 * the head. `risky`: some may, which the descriptions do not tell. `safe`: none does.
 */
export type Level = 'breaking' | 'risky' | 'safe';

/** Worst first. */
export const LEVELS: readonly Level[] = ['breaking', 'risky', 'safe'];

/** Whether a schema's values are sent to the server or by it. */
export type Direction = 'request' | 'response';
