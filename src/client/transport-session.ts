/** The age of the credentials: the number of renewals, which the calls of one transport share. */
export interface TransportSession {
  age: number;
  /** Resolves with whether there are newer credentials than those of `age`, after renewing them if necessary. */
  readonly renew: (age: number) => Promise<boolean>;
}

export function createTransportSession(refresh: (() => unknown) | undefined): TransportSession {
  let renewal: Promise<boolean> | undefined;
  const run = async (): Promise<boolean> => {
    try {
      await refresh?.();
      session.age++;
      return true;
    } catch {
      return false;
    } finally {
      renewal = undefined;
    }
  };
  const session: TransportSession = {
    age: 0,
    renew: async (age) => {
      if (age < session.age) return true;
      renewal ??= run();
      return renewal;
    },
  };
  return session;
}
