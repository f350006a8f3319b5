export const EXPLORER_STYLE = '';
