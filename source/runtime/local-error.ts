/** What went wrong on this machine, and is no fault of the service or of ours: a path, a program that is not there. */
export class LocalError extends Error {
	/** What the user can do next, one sentence. */
	readonly hint: string;

	constructor(message: string, hint: string, options?: ErrorOptions) {
		super(message, options);
		this.hint = hint;
	}
}
