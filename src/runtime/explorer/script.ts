import { addToQuery } from './browser/add-to-query.js';
import { explore } from './browser/explore.js';
import { listOperations } from './browser/list-operations.js';
import { makeElement } from './browser/make-element.js';
import { makeForm } from './browser/make-form.js';
import { makeOperation } from './browser/make-operation.js';
import type { Parts } from './browser/parts.js';
import { printSchema } from './browser/print-schema.js';
import { printSchemas } from './browser/print-schemas.js';
import { readField } from './browser/read-field.js';
import { sampleValue } from './browser/sample-value.js';
import { sendRequest } from './browser/send-request.js';
import { showOperations } from './browser/show-operations.js';

const PARTS: Parts = {
  addToQuery,
  listOperations,
  makeElement,
  makeForm,
  makeOperation,
  printSchema,
  printSchemas,
  readField,
  sampleValue,
  sendRequest,
  showOperations,
};

const TEXTS = Object.entries(PARTS).map(([name, part]) => `${name}: ${part}`);

/** The explorer's script, as the browser gets it: every function as its own source text. */
export const EXPLORER_SCRIPT = `'use strict';\n(${explore})({\n${TEXTS.join(',\n')}\n});\n`;
