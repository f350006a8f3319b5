/** Control characters and halves of surrogate pairs. Not every store and terminal takes them, so names and ids have none. */
export const UNSTORABLE_CHARACTER = /[\p{Cc}\p{Cs}]/u;

/** The same, and what changes the direction of the text around a name or breaks its line, so that names cannot pose as other text. */
export const DECEPTIVE_CHARACTER = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
