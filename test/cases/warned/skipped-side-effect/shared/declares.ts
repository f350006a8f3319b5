'use strict';

export interface Item {
  readonly id: string;
}

export const pageSize = 20;
