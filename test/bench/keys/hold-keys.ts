/** `hold-keys.mjs FOLDER`: opens the store of the folder, as a server does, and prints the bytes of the heap. */
import { openKeyring } from '../../../src/keys/open-keyring.js';
import { measureHeap } from '../harness/measure-heap.js';
import { STORE } from './open-filled-keyring.js';

const [cwd = ''] = process.argv.slice(2);
const keyring = await openKeyring({ store: STORE, cwd });
console.log(measureHeap());
await keyring.close();
