import { COLORS } from './style/colors.js';
import { CONTROLS } from './style/controls.js';
import { HEADER } from './style/header.js';
import { KEY_LIST } from './style/key-list.js';
import { KEY_PAGE } from './style/key-page.js';
import { LAYOUT } from './style/layout.js';
import { NEW_KEY } from './style/new-key.js';
import { PANELS } from './style/panels.js';
import { PREFERENCES } from './style/preferences.js';

/** The style sheet. Sizes are in rem, so that they grow with the reader's font size. */
export const STYLE = [
  COLORS,
  LAYOUT,
  HEADER,
  CONTROLS,
  PANELS,
  NEW_KEY,
  KEY_LIST,
  KEY_PAGE,
  PREFERENCES,
].join('\n');
