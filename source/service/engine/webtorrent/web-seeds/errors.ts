/** The web seed asks us to come back later. */
export class BusyError extends Error {
	override readonly name = 'BusyError';
	/** Time to wait; undefined when the server did not name one. */
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

/** Another attempt soon would fail in the same way. */
export class UnusableError extends Error {
	override readonly name = 'UnusableError';
}
