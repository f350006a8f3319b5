/** Whether a description is of what a caller sends to the schema or of what comes out of it. */
export type Side = 'input' | 'output';

export const SIDES: readonly Side[] = ['input', 'output'];
