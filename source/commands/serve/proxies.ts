import type { SocksProxy } from '../../service/proxies/socks-proxy.ts';
import { usage } from '../declaration/failure.ts';

const form = 'socks5://[user:password@]host:port';

/**
 * Parses the proxies of a setting.
 * @throws CommandFailure of usage with the index of the invalid one, but not its text
 */
export function parseProxies(texts: readonly string[]): SocksProxy[] {
	return texts.map((text, index) => {
		const proxy = parseProxy(text);
		if (!proxy) throw usage(invalidProxy(index + 1));
		return proxy;
	});
}

/** Whether it contains a password. An invalid text may contain one. */
export function hasPassword(text: string): boolean {
	const proxy = parseProxy(text);
	return !proxy || proxy.password !== undefined;
}

function parseProxy(text: string): SocksProxy | undefined {
	if (!/^socks5:\/\/[^\s/?#]+\/?$/i.test(text)) return undefined;
	try {
		const { hostname, port, username, password } = new URL(text);
		if (hostname === '' || Number(port) === 0) return undefined;
		return {
			host: hostname.replace(/^\[|\]$/g, ''),
			port: Number(port),
			...(username === '' ? {} : { username: decodeURIComponent(username) }),
			...(password === '' ? {} : { password: decodeURIComponent(password) }),
		};
	} catch {
		return undefined; // Not a URL. Do not report it, because it may contain a password.
	}
}

/** Returns the fault of a proxy. */
export function invalidProxy(number: number): string {
	return `The setting 'proxies' cannot be used: number ${number} is not of the form ${form}.`;
}
