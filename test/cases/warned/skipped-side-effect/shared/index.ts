import './registers.js';
