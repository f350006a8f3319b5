import { explainKeyringFault } from '../with-keyring.js';

/** The work's result; what the store refuses is thrown as a `CliFailure`. */
export async function orCliFailure<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw explainKeyringFault(error);
  }
}
