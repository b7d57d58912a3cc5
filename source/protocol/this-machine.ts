/** Whether an address is a loopback address. A tunnel may begin at such an address. */
export function isOnThisMachine(url: string): boolean {
	const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
