/** Does a service at this address run on the cockpit's machine, as far as can be told? */
export function isOnThisMachine(url: string): boolean {
	const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
