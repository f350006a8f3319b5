import { copyFields } from './browser/copy-fields.js';
import { forgetSecret } from './browser/forget-secret.js';
import { localizeTimes } from './browser/localize-times.js';
import { openDialogs } from './browser/open-dialogs.js';
import { sendAtOnce } from './browser/send-at-once.js';
import { sendOnce } from './browser/send-once.js';

/**
 * The script as the browser gets it: each part is sent as its own source text, so none may use anything of its
 * module. They speak to each other through events of the document alone.
 */
export const SCRIPT = `'use strict';
document.documentElement.dataset.script = 'on';
${[forgetSecret, localizeTimes, copyFields, openDialogs, sendOnce, sendAtOnce].map((part) => `(${part})();`).join('\n')}
`;
