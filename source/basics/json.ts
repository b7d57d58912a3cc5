const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the value of JSON in UTF-8; undefined if it is not valid. */
export function jsonOf(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(utf8.decode(bytes));
	} catch {
		return undefined;
	}
}
