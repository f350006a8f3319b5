/** Control characters and lone surrogates. Some stores and terminals reject them, so names and ids contain none. */
export const UNSTORABLE_CHARACTER = /[\p{Cc}\p{Cs}]/u;

/** Also characters that change the text direction or break lines, so that names cannot imitate surrounding text. */
export const DECEPTIVE_CHARACTER = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
