import type { Layer, RouterMiddleware } from '@koa/router';
import type { Guard } from '../guards/guard.js';
import type { KoaPackages } from '../koa-packages.js';
import { callOf } from './call.js';
import { type Chain, runChain } from './run-chain.js';

const DONE = Promise.resolve();

/** A path is what it says, to the case of its letters and the slash at its end. */
export const ROUTER_OPTIONS = { sensitive: true, strict: true } as const;

export interface ChainParts extends Pick<Chain, 'path' | 'methods' | 'describe'> {
  /** The procedure's; the package's own endpoints have none. */
  readonly name?: string;
  /** Makes the guards ready. It does not throw for what a build has written. */
  readonly prepare: () => readonly Guard[];
  /** What stands before the path. */
  readonly prefix: string;
  readonly packages: Pick<KoaPackages, 'Router'>;
}

/** A chain that is made ready by its first call: to make a thousand of them ready would be felt at the start. */
export class LazyChain implements Chain {
  readonly path: string;
  readonly methods: readonly string[];
  readonly describe: Chain['describe'];
  readonly #parts: ChainParts;
  #guards: readonly Guard[] | undefined;
  #layer: Layer | undefined;

  constructor(parts: ChainParts) {
    this.path = parts.path;
    this.methods = parts.methods;
    this.describe = parts.describe;
    this.#parts = parts;
  }

  get guards(): readonly Guard[] {
    this.#guards ??= this.#parts.prepare();
    return this.#guards;
  }

  /** Made when somebody looks at it: most calls never meet @koa/router. */
  get layer(): Layer {
    this.#layer ??= this.#createLayer();
    return this.#layer;
  }

  #createLayer(): Layer {
    const run: RouterMiddleware = (ctx) => {
      const call = callOf(ctx);
      call.match = { entry: this, captures: ctx.captures ?? [] };
      return runChain(call, this) ?? DONE;
    };
    const { prefix, path, methods, name, packages } = this.#parts;
    const router = new packages.Router({ ...ROUTER_OPTIONS, prefix });
    return router.register(path, [...methods], run, name === undefined ? {} : { name }) as Layer;
  }
}
