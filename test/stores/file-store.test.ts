import { openStore } from '../../src/stores/open-store.js';
import { describeStoreDriver } from './describe-store-driver.js';
import { makeStoreFolder } from './store-folder.js';

describeStoreDriver('file', () => {
  const cwd = makeStoreFolder();
  return () => openStore('file:store.json', { cwd });
});
