/** The service of the demo's user. */
export interface UserService {
	readonly url: string;
	readonly apiKey: string | undefined;
	/** host:port at which other services connect. */
	readonly peerAddress: string;
}
