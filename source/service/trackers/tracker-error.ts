/** Limits of the responses to one kind of request, and its failures. */
export interface ResponseRules {
	readonly maxBytes: number;
	/** Characters of the tracker's own message. */
	readonly maxMessage: number;
	readonly text: {
		readonly malformed: string;
		readonly tooLong: string;
		readonly status: (status: number) => string;
		readonly refused: (message: string) => string;
	};
}

/** A failure whose message is complete. */
export class TrackerError extends Error {
	override readonly name = 'TrackerError';
}

/** Returns the failure with the message of a tracker (UTF-8). */
export function refusal({ maxMessage, text }: ResponseRules, message: Uint8Array): TrackerError {
	const shown = Buffer.from(message.subarray(0, maxMessage * 4)).toString('utf8');
	return new TrackerError(text.refused(shown.slice(0, maxMessage)));
}
