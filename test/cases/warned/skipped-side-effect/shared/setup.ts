import './part-of-setup.js';
