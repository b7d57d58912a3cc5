/** Error of the local machine, not of the service: a path, a missing program. */
export class LocalError extends Error {
	/** Next step for the user, one sentence. */
	readonly hint: string;

	constructor(message: string, hint: string, options?: ErrorOptions) {
		super(message, options);
		this.hint = hint;
	}
}
