import { readSetting } from './_settings.js';

export const sizes = readSetting('SIZES').split(',') as [string, ...string[]];
