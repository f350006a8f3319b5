import { registry } from './registry.js';

registry.add('items');
