import { BASE } from './style/base.js';
import { CONTROLS } from './style/controls.js';
import { LAYOUT } from './style/layout.js';
import { LIST } from './style/list.js';
import { PANELS } from './style/panels.js';
import { PREFERENCES } from './style/preferences.js';
import { SIGN_IN } from './style/sign-in.js';
import { TOKENS } from './style/tokens.js';

/** The style sheet as the browser gets it; what comes later wins. */
export const STYLE = [TOKENS, BASE, LAYOUT, CONTROLS, PANELS, SIGN_IN, LIST, PREFERENCES]
  .join('\n')
  .trimStart();
