/** The thread that reads modules while another one does everything else. */
import { parentPort } from 'node:worker_threads';
import { createModuleReader, type FindImport, type ModuleReader } from './module-reader.js';
import type { FoundImport, FromReader, ReaderAnswer, ReaderCall, ToReader } from './reader-message.js';

/** So many answers go back at once: who waits for them works on the first while the next are made. */
const BATCH = 16;

const asked = new Map<number, (found: FoundImport) => void>();
let answers: ReaderAnswer[] = [];
let questions = 0;
/** What a reader remembers of imports is true for one session. */
let open: { readonly session: number; readonly reader: ModuleReader } | undefined;

parentPort?.on('message', (message: ToReader) => {
  if ('calls' in message) void Promise.all(message.calls.map(answer)).then(flush);
  else {
    asked.get(message.found)?.(message);
    asked.delete(message.found);
  }
});

async function answer(call: ReaderCall): Promise<void> {
  const { id, session } = call;
  if (open?.session !== session) open = { session, reader: createModuleReader(findImportOf(session)) };
  try {
    const value = await open.reader[call.method](call.module);
    answers.push({ id, value });
  } catch (error) {
    if (error instanceof FailedFind) answers.push({ id, failedFind: error.find });
    else answers.push({ id, crash: error instanceof Error ? (error.stack ?? '') : String(error) });
  }
  if (answers.length >= BATCH) flush();
}

/** The files are read where the build keeps account of what it reads. */
function findImportOf(session: number): FindImport {
  return async (importer, specifier) => {
    const find = questions++;
    const reply = new Promise<FoundImport>((resolve) => asked.set(find, resolve));
    send({ find, session, importer, specifier });
    const { module, hasFailed } = await reply;
    if (hasFailed) throw new FailedFind(find);
    return module;
  };
}

class FailedFind extends Error {
  readonly find: number;

  constructor(find: number) {
    super();
    this.find = find;
  }
}

function flush(): void {
  if (answers.length > 0) send({ answers });
  answers = [];
}

function send(message: FromReader): void {
  parentPort?.postMessage(message);
}
