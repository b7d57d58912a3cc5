import { constants } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { connect, createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { Identity } from './keys.ts';
import { rawPublicKey } from './public-key.ts';

/** An encrypted connection to a service that proved its identity. */
interface SecureChannel {
	/** Id of the other service. */
	readonly id: string;
	readonly channel: TLSSocket;
}

/** Encrypts connections with TLS 1.3. Both sides show a certificate, and its key is their identity. */
export class ChannelSecurity {
	readonly #context: SecureContext;

	constructor({ tls }: Identity) {
		this.#context = createSecureContext({
			...tls,
			minVersion: 'TLSv1.3',
			// Other keys are refused before they cost time.
			sigalgs: 'ed25519',
			// Each connection proves both keys: no session is resumed.
			secureOptions: constants.SSL_OP_NO_TICKET,
		});
	}

	/**
	 * Encrypts a connection. Rejects if the handshake fails or the signal aborts, and then ends the connection. The
	 * stream ends with the channel.
	 */
	secure(stream: Duplex, isOutgoing: boolean, signal: AbortSignal): Promise<SecureChannel> {
		const options = {
			secureContext: this.#context,
			requestCert: true,
			// There is no authority. The key of the certificate is checked instead.
			rejectUnauthorized: false,
		};
		// Errors without a listener would end the process. They follow as 'close'.
		stream.on('error', () => {});
		const channel = isOutgoing
			? connect({ ...options, socket: stream, checkServerIdentity: () => undefined })
			: new TLSSocket(stream, { ...options, isServer: true });
		channel.once('close', () => stream.destroy());
		stream.once('close', () => channel.destroy());
		return new Promise((resolve, reject) => {
			const abort = () => fail('no handshake in time');
			const fail = (reason: string) => {
				signal.removeEventListener('abort', abort);
				channel.destroy();
				reject(new Error(reason));
			};
			let failure = 'the connection ended during the handshake';
			channel.on('error', (error) => {
				failure = error.message;
			});
			channel.once('close', () => fail(failure));
			signal.addEventListener('abort', abort);
			if (signal.aborted) abort();
			channel.once(isOutgoing ? 'secureConnect' : 'secure', () => {
				const id = idOf(channel);
				if (id === undefined) return fail('it has no certificate with an Ed25519 key');
				signal.removeEventListener('abort', abort);
				resolve({ id, channel });
			});
		});
	}
}

function idOf(channel: TLSSocket): string | undefined {
	const key = channel.getPeerX509Certificate()?.publicKey;
	if (channel.getProtocol() !== 'TLSv1.3' || key?.asymmetricKeyType !== 'ed25519') return undefined;
	return rawPublicKey(key).toString('hex');
}
