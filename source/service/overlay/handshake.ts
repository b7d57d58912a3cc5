import type { Frame } from './frames.ts';
import { decodeHello, encodeHello, type Hello, nextConnectionTime, PROTOCOL_VERSION } from './hello.ts';
import type { Identity } from './keys.ts';
import type { OverlayLimits } from './limits.ts';
import { Link, type SharedBacklog } from './link.ts';
import { ChannelSecurity } from './secure-channel.ts';
import type { TransportConnection } from './transport.ts';

/** Reasons for which a handshake fails. They have no period. */
export const handshakeText = {
	noHello: 'it sends no valid hello',
	version: (theirs: number) =>
		`it has version ${theirs} of the protocol, and this service has version ${PROTOCOL_VERSION}`,
	timeout: 'it does not answer in time',
};

/** The other service has another version of the protocol. */
export class VersionMismatch extends Error {}

/** A service that proved its identity and has the same version of the protocol. */
export interface ProvedService {
	readonly id: string;
	readonly link: Link;
	/** All frames after the hello. */
	readonly frames: AsyncGenerator<Frame>;
	readonly sealKey: Buffer;
	/** Time of the connection by the clock of the side that opened it, Unix ms. The same on both sides. */
	readonly openedMs: number;
	/** Difference of the other clock to this one, ms. */
	readonly clockMs: number;
}

interface HandshakeOptions {
	readonly identity: Identity;
	readonly limits: OverlayLimits;
	readonly backlog: SharedBacklog;
	/** Throws if no connection to this service is wanted. */
	readonly check: (id: string, connection: TransportConnection) => void;
	/** Version and time in the hello. Default: those of this service. */
	readonly version?: number | undefined;
	readonly timeMs?: number | undefined;
}

/** Proves who is at the other end of a connection, and exchanges the hello. */
export class Handshake {
	readonly #options: HandshakeOptions;
	readonly #security: ChannelSecurity;

	constructor(options: HandshakeOptions) {
		this.#options = options;
		this.#security = new ChannelSecurity(options.identity);
	}

	/** Ends the connection and rejects if it fails. */
	async run(connection: TransportConnection): Promise<ProvedService> {
		const { identity, limits, backlog, check, version = PROTOCOL_VERSION } = this.#options;
		const deadline = new AbortController();
		const timer = setTimeout(() => deadline.abort(), limits.handshakeMs);
		let link: Link | undefined;
		deadline.signal.addEventListener('abort', () => link?.destroy());
		try {
			const { stream, isOutgoing } = connection;
			const { id, channel } = await this.#security.secure(stream, isOutgoing, deadline.signal);
			link = new Link(channel, limits, backlog);
			check(id, connection);
			const timeMs = this.#options.timeMs ?? nextConnectionTime();
			const own: Hello = { version, timeMs, sealKey: identity.publicSealKey };
			link.send('hello', encodeHello(own));
			const frames = link.frames();
			const hello = helloOf(await frames.next());
			const { sealKey } = hello;
			const openedMs = isOutgoing ? timeMs : hello.timeMs;
			return { id, link, frames, sealKey, openedMs, clockMs: hello.timeMs - Date.now() };
		} catch (error) {
			// The hello is sent before the end, so that the other side also learns the versions.
			link?.end();
			throw deadline.signal.aborted ? new Error(handshakeText.timeout) : error;
		} finally {
			clearTimeout(timer);
		}
	}
}

/** Throws unless the first frame is a hello of the same version. */
function helloOf({ value, done }: IteratorResult<Frame>): Hello {
	const hello = !done && value.kind === 'hello' ? decodeHello(value.payload) : undefined;
	if (!hello) throw new Error(handshakeText.noHello);
	if (hello.version !== PROTOCOL_VERSION) throw new VersionMismatch(handshakeText.version(hello.version));
	return hello;
}
