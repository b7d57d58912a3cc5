/** The web seed requests a later retry. */
export class BusyError extends Error {
	override readonly name = 'BusyError';
	/** Time to wait; undefined if the server named none. */
	readonly waitMs: number | undefined;

	constructor(status: number, waitMs: number | undefined) {
		super(`the server answered with status ${status}`);
		this.waitMs = waitMs;
	}
}

/** The web seed does not have a file. */
export class AbsentFileError extends Error {
	override readonly name = 'AbsentFileError';
}

/** An early retry would fail in the same way. */
export class UnusableError extends Error {
	override readonly name = 'UnusableError';
}
