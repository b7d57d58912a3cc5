/** Whether an address is one of this machine, as far as can be told. A tunnel begins at such an address too. */
export function isOnThisMachine(url: string): boolean {
	const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
