/** The header that carries the credentials, and the scheme before them. A generated client has those of its service. */
export const CREDENTIALS_HEADER = 'Authorization';
export const CREDENTIALS_PREFIX = 'Bearer';
