/** The service of the demo's user. */
export interface UserService {
	/** Process id. */
	readonly pid: number;
	readonly url: string;
	readonly apiKey: string | undefined;
	/** host:port at which other services connect. */
	readonly peerAddress: string;
}
