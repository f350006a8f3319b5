import { expect, test } from 'vitest';
import { suggestInitOptions } from '../../../src/cli/init/init-options.js';

test.each([
  ['shop', 'shop', 'Shop'],
  ['My Shop!', 'my-shop', 'My shop'],
  ['Überblick_2', 'uberblick_2', 'Uberblick 2'],
  ['.hidden', 'hidden', 'Hidden'],
  ['東京', 'service', 'Service'],
  ['procgen', 'service', 'Service'],
])('a folder %j makes the package %j and the title %j', (folder, name, title) => {
  expect(suggestInitOptions(folder)).toEqual({ name, title, withWorkflow: true });
});
