/** Converts messages of the core to bytes of the overlay and back. */

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function bytesOf(body: unknown): Uint8Array {
	return Buffer.from(JSON.stringify(body));
}

/** Returns undefined if it is not JSON in UTF-8. */
export function jsonOf(body: Uint8Array): unknown {
	try {
		return JSON.parse(utf8.decode(body));
	} catch {
		return undefined;
	}
}

/** Returns the text of an envelope, as the core keeps it. */
export function textOf(envelope: Uint8Array): string {
	return Buffer.from(envelope).toString('base64');
}

export function envelopeOf(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text, 'base64'));
}
