/** Replaces names and passwords, queries and long parts of URLs. Trackers have passkeys there. */
export function withoutSecrets(text: string): string {
	return text.replace(
		/\b(magnet:\?|[a-z][a-z0-9+.-]*:\/\/)([^\s'"<>]*)/gi,
		(_, scheme: string, rest: string) => {
			if (scheme.toLowerCase() === 'magnet:?') return `${scheme}…`;
			const [address = '', query] = rest.split('?');
			const shown = address.replace(/^[^/@]*@/, '…@').replace(/\/[\w-]{16,}/g, '/…');
			return `${scheme}${shown}${query === undefined ? '' : '?…'}`;
		},
	);
}
