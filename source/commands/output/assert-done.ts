import { CommandFailure } from '../declaration/failure.ts';

/** Throws if the response reports failure. Services may do so with status 200. */
export function assertDone(done: boolean, otherwise: string): void {
	if (!done) throw new CommandFailure(otherwise);
}
