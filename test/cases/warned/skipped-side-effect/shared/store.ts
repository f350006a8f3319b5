import './registers.js';

export const listItems = () => [{ id: 'a' }];
