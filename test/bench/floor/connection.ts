import { connect, type Socket } from 'node:net';

/** Receives an answer in chunks. The bytes are valid only until `take` returns. */
export interface AnswerTaker {
	begin(length: number): void;
	take(bytes: Buffer): void;
}

const BUFFER_BYTES = 256 * 1024;
const endOfHead = '\r\n\r\n';

/**
 * One connection that requests the list repeatedly, as HTTP 1.1. All chunks share one buffer, because fresh buffers
 * for 12 MB a second would dominate the cost of an idle program. Understands only responses of the synthetic service.
 */
export class Connection {
	readonly #socket: Socket;
	readonly #request: string;
	readonly #taker: AnswerTaker;
	readonly #done: () => void;
	#head = '';
	/** Bytes of the answer that have not arrived yet. */
	#missing = 0;

	/** Calls `done` for each complete answer. Ends the process when the connection is lost. */
	constructor(url: URL, taker: AnswerTaker, done: () => void) {
		this.#taker = taker;
		this.#done = done;
		this.#request = `GET /downloads HTTP/1.1\r\nhost: ${url.host}${endOfHead}`;
		this.#socket = connect({
			host: url.hostname,
			port: Number(url.port),
			onread: {
				buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES),
				callback: (count, buffer) => {
					this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, count));
					return true;
				},
			},
		});
		this.#socket.once('close', () => process.exit(1));
		this.#socket.once('error', () => process.exit(1));
	}

	ask(): void {
		this.#head = '';
		this.#socket.write(this.#request);
	}

	#read(bytes: Buffer): void {
		let body = bytes;
		if (this.#missing === 0) {
			const before = this.#head.length;
			this.#head += bytes.toString('latin1', 0, 4096);
			const end = this.#head.indexOf(endOfHead);
			if (end < 0) return;
			this.#missing = Number(/content-length: (\d+)/i.exec(this.#head)?.[1]);
			this.#taker.begin(this.#missing);
			body = bytes.subarray(end + endOfHead.length - before);
		}
		this.#taker.take(body);
		this.#missing -= body.length;
		if (this.#missing === 0) this.#done();
	}
}
