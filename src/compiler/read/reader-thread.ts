import { Worker } from 'node:worker_threads';
import { CODE_FOLDER } from '../package-folder.js';
import { CallQueue } from './call-queue.js';
import type { FindImport, ModuleReader, ModuleText } from './module-reader.js';
import type { FromReader, ImportQuestion, ReaderAnswer, ReaderCall, ToReader } from './reader-message.js';

/** A thread that reads: TypeScript is loaded there, and modules are parsed, while this one goes on. */
export interface ReaderThread {
  /** Reads the modules of one compilation. What the thread cannot answer, because it has ended, is answered here. */
  openReader(findImport: FindImport): ModuleReader;
  /** Nothing more is to be read for now: gives back what the thread takes. One that is asked again starts anew. */
  rest(): void;
}

const ENTRY = new URL('compiler/read/reader-worker.js', CODE_FOLDER);

/** Starts the thread. It keeps no process from its end, but while it is asked. */
export function startReaderThread(entry = ENTRY): ReaderThread {
  return new Thread(entry);
}

interface Pending {
  readonly call: ReaderCall;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** So many calls go over at once: the thread works on the first while the texts of the next are read. */
const BATCH = 32;
/** So many are with the thread at most: what a session that was opened earlier asks meanwhile is answered after these. */
const MOST_SENT = 2 * BATCH;
/** Of that many compilations it is known where their imports are found; nobody asks on behalf of earlier ones. */
const SESSIONS = 8;

class Thread implements ReaderThread {
  readonly #entry: URL;
  readonly #pending = new Map<number, Pending>();
  readonly #sessions = new Map<number, FindImport>();
  readonly #failures = new Map<number, unknown>();
  #worker: Worker | undefined;
  readonly #unsent = new CallQueue();
  #sent = 0;
  #isFlushing = false;
  #count = 0;
  #isLost = false;

  constructor(entry: URL) {
    this.#entry = entry;
    this.#start();
  }

  openReader(findImport: FindImport): ModuleReader {
    const session = this.#count++;
    this.#sessions.set(session, findImport);
    for (const old of this.#sessions.keys()) {
      if (this.#sessions.size > SESSIONS) this.#sessions.delete(old);
    }
    const ask = <T>(method: ReaderCall['method'], module: ModuleText) =>
      this.#ask({ id: this.#count++, session, method, module }) as Promise<T>;
    return {
      readModule: (module) => ask('readModule', module),
      readPlaces: (module) => ask('readPlaces', module),
      readConfig: (module) => ask('readConfig', module),
      parseJson: (module) => ask('parseJson', module),
    };
  }

  rest(): void {
    const worker = this.#worker;
    if (!worker || this.#pending.size > 0) return;
    this.#worker = undefined;
    worker.removeAllListeners();
    // One that could not even be started says so later.
    worker.on('error', () => {});
    void worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#entry);
    worker.unref();
    worker.on('message', (message: FromReader) => {
      if ('answers' in message) for (const answer of message.answers) this.#settle(answer);
      else void this.#find(message);
    });
    for (const event of ['error', 'exit']) worker.on(event, () => this.#lose());
    this.#worker = worker;
    return worker;
  }

  #ask(call: ReaderCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const pending = { call, resolve, reject };
      if (this.#isLost) return void this.#answerHere(pending);
      if (this.#pending.size === 0) (this.#worker ?? this.#start()).ref();
      this.#pending.set(call.id, pending);
      this.#unsent.add(call);
      this.#flushSoon();
    });
  }

  #flushSoon(): void {
    if (this.#isFlushing || this.#sent >= MOST_SENT) return;
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushing = false;
    while (this.#sent < MOST_SENT) {
      const calls = this.#unsent.take(BATCH);
      if (calls.length === 0) return;
      this.#sent += calls.length;
      this.#send({ calls });
    }
  }

  #send(message: ToReader): void {
    this.#worker?.postMessage(message);
  }

  #settle({ id, value, failedFind, crash }: ReaderAnswer): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#sent--;
    this.#flushSoon();
    if (this.#pending.size === 0) this.#worker?.unref();
    if (failedFind !== undefined) pending?.reject(this.#failures.get(failedFind));
    else if (crash !== undefined) pending?.reject(Object.assign(new Error(crash), { stack: crash }));
    else pending?.resolve(value);
  }

  async #find({ find, session, importer, specifier }: ImportQuestion): Promise<void> {
    try {
      const module = (await this.#sessions.get(session)?.(importer, specifier)) ?? null;
      this.#send({ found: find, module, hasFailed: false });
    } catch (error) {
      this.#failures.set(find, error);
      this.#send({ found: find, module: null, hasFailed: true });
    }
  }

  /** No thread could be started, or it has ended: everything is read here from then on. */
  #lose(): void {
    this.#isLost = true;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#unsent.clear();
    for (const each of pending) void this.#answerHere(each);
  }

  async #answerHere({ call, resolve, reject }: Pending): Promise<void> {
    try {
      const { createModuleReader } = await import('./module-reader.js');
      const findImport = this.#sessions.get(call.session) ?? (async () => null);
      resolve(await createModuleReader(findImport)[call.method](call.module));
    } catch (error) {
      reject(error);
    }
  }
}
