export const EXPLORER_SCRIPT = '';
