import type { SocksProxy } from '../../service/engine/port.ts';
import { usage } from '../output/failure.ts';

const form = 'socks5://[user:password@]host:port';

/**
 * The proxies that a setting names.
 * @throws CommandFailure of usage that tells which of them is wrong, and nothing of what it holds
 */
export function parseProxies(texts: readonly string[]): SocksProxy[] {
	return texts.map((text, index) => {
		const proxy = parseProxy(text);
		if (!proxy)
			throw usage(`The setting 'proxies' cannot be used: number ${index + 1} is not of the form ${form}.`);
		return proxy;
	});
}

/** Is there a secret in it? What cannot be read may hold one. */
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
		return undefined; // No URL. Nothing is told of it: it may hold a password.
	}
}
