/** Decodes percent-encoding. Returns malformed text unchanged. */
export function percentDecoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
