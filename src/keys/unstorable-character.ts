/** Control characters and halves of surrogate pairs. Not every store and terminal takes them, so names and ids have none. */
export const UNSTORABLE_CHARACTER = /[\p{Cc}\p{Cs}]/u;
