export const EXPLORER_PAGE = '';
