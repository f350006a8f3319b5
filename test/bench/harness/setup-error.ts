/** The machine or the command line lacks something; the message says what to do, and no stack is needed. */
export class SetupError extends Error {}
