import { CommandFailure } from './failure.ts';

/** Services may answer 200 and 'no': that is a failure too. */
export function insist(done: boolean, otherwise: string): void {
	if (!done) throw new CommandFailure(otherwise);
}
