/** Converts messages of the core to bytes of the overlay and back. */

export function bytesOf(body: unknown): Uint8Array {
	return Buffer.from(JSON.stringify(body));
}

/** Returns the text of an envelope, as the core keeps it. */
export function textOf(envelope: Uint8Array): string {
	return Buffer.from(envelope).toString('base64');
}

export function envelopeOf(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text, 'base64'));
}
