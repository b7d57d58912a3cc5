/** A SOCKS5 proxy: one hop of a download that has hops. */
export interface SocksProxy {
	/** Name or address; an IPv6 address without brackets. */
	readonly host: string;
	readonly port: number;
	/** Secrets: never in a log or an error's text. */
	readonly username?: string;
	readonly password?: string;
}
