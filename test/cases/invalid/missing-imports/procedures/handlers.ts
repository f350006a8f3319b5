import { procedure } from 'procgen';
import * as z from 'zod';
import { load } from '../app/load.js';
import { Pool } from 'package-of-handlers';
import type { Row } from '../types/row.js';
import { Column, type Table } from '../types/table.js';
import '../app/setup.js';
import { openDatabase } from '../database.js';

const rows: Column[] = [];

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: 'handlers', tags: ['items'], summary: 'Items', protect: false },
  })
  .output(z.array(z.string()))
  .query((): Row[] => load(new Pool<Table>(), openDatabase(), rows as Column[]));
