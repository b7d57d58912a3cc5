import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net';
import { buildConnector, errors } from 'undici';

/**
 * Bytes that are read at once. The event loop hands over up to 32 such portions in one turn: 4 MB, which take some
 * 2 ms to look at.
 */
const bufferSize = 128 * 1024;
/** Bytes after a request that are given away as copies: more than the head of any answer that is accepted has. */
const copiedBytes = 64 * 1024;
/** Milliseconds of silence on a connection after which the system asks whether the other side is still there. */
const keepAlive = 60_000;

/**
 * A connection that reads everything into one buffer: a list of many megabytes that comes each second costs a quarter
 * of the time, and no memory. What `read` returns must therefore be used up at once, before the next turn of the loop;
 * the HTTP library does so with bodies. The pieces of a head it keeps until the head is complete: the first bytes
 * that follow a request are copies.
 */
class OneBufferSocket extends Socket {
	/** What lies in the buffer and was not taken yet. */
	#arrived: Buffer | undefined;
	/** Was something put back? Then nothing more is read until it is taken. */
	#full = false;
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
		this.#arrived = this.#sinceSent < copiedBytes ? Buffer.from(bytes) : bytes;
		this.#sinceSent += bytes.length;
		this.emit('readable');
		// Nobody wanted it now: the buffer is needed for what comes next.
		if (this.#arrived) this.unshift(this.#arrived);
		return !this.#full;
	}

	override read(size?: number): Buffer | null {
		const arrived = this.#arrived;
		if (size !== 0 && arrived) {
			this.#arrived = undefined;
			return arrived;
		}
		this.#full = false;
		// Begins to read again, if it was stopped.
		return super.read(size);
	}

	override unshift(bytes: Uint8Array): void {
		this.#arrived = undefined;
		if (bytes.length === 0) return;
		this.#full = true;
		super.unshift(Buffer.from(bytes));
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
