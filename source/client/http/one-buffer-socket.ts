import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net';
import { buildConnector, errors } from 'undici';

/** Bytes that are read at once. The event loop hands over up to 32 such portions in one turn: 2 MB, some 2 ms. */
const bufferSize = 64 * 1024;
/** Bytes after a request that are copied: more than the head of any answer that is accepted has. */
const copiedBytes = 64 * 1024;
/** Milliseconds of silence on a connection after which the system asks whether the other side is still there. */
const keepAlive = 60_000;

/**
 * A connection that reads everything into one buffer: a list of many megabytes that comes each second costs a quarter
 * of the time, and leaves no garbage. What `read` returns must therefore be used up at once; the HTTP library does so
 * with bodies, and puts back what it does not want yet. The pieces of a head it keeps until the head is complete: the
 * first bytes that follow a request are copied to where they stay until the next one.
 */
class OneBufferSocket extends Socket {
	/** What was read, or put back, and not taken yet. It stays where it is: until then nothing more is read. */
	#arrived: Buffer | undefined;
	#full = false;
	/** The first bytes that came since something was sent. */
	readonly #first = Buffer.allocUnsafeSlow(copiedBytes + bufferSize);
	/** Bytes that had been sent when something came last, and how many have come since. */
	#sent = 0;
	#sinceSent = 0;

	static make(): OneBufferSocket {
		const buffer = Buffer.allocUnsafeSlow(bufferSize);
		const options: SocketConstructorOpts & ConnectOpts = {
			onread: { buffer, callback: (length) => socket.#take(buffer.subarray(0, length)) },
		};
		const socket: OneBufferSocket = new OneBufferSocket(options);
		return socket;
	}

	/** Returns whether to go on reading. */
	#take(bytes: Buffer): boolean {
		if (this.bytesWritten !== this.#sent) {
			this.#sent = this.bytesWritten;
			this.#sinceSent = 0;
		}
		const before = this.#sinceSent;
		this.#sinceSent += bytes.length;
		this.#arrived = bytes;
		if (before < copiedBytes) {
			this.#first.set(bytes, before);
			this.#arrived = this.#first.subarray(before, this.#sinceSent);
		}
		this.emit('readable');
		return !this.#full && !this.#arrived;
	}

	override read(size?: number): Buffer | null {
		const arrived = this.#arrived;
		if (arrived && size !== 0) {
			this.#arrived = undefined;
			return arrived;
		}
		this.#full = false;
		// Begins to read again, if it was stopped.
		return super.read(size);
	}

	override unshift(bytes: Buffer): void {
		this.#arrived = bytes.length > 0 ? bytes : undefined;
		this.#full = true;
	}
}

/** Connects within `timeout` milliseconds. What is encrypted is read as usual. */
export function oneBufferConnector(timeout: number): buildConnector.connector {
	const usual = buildConnector({ timeout });
	return (options, callback) => {
		if (options.protocol === 'https:') return usual(options, callback);
		const socket = OneBufferSocket.make();
		const late = () => socket.destroy(new errors.ConnectTimeoutError(`no connection within ${timeout} ms`));
		const timer = setTimeout(late, timeout);
		let told = false;
		const tell = (error: Error | null) => {
			clearTimeout(timer);
			if (told) return;
			told = true;
			if (error) callback(error, null);
			else callback(null, socket);
		};
		socket.setKeepAlive(true, keepAlive).setNoDelay(true);
		socket.once('connect', () => tell(null)).on('error', tell);
		socket.connect({ host: options.hostname, port: Number(options.port || 80) });
	};
}
