export const startedAt = Date.now();

export const log = (value: unknown): void => console.log(value);
