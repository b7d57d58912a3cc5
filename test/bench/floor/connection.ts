import { connect, type Socket } from 'node:net';

/** Who takes an answer as it comes. The bytes hold only until `take` returns. */
export interface AnswerTaker {
	begin(length: number): void;
	take(bytes: Buffer): void;
}

const bufferSize = 256 * 1024;
const endOfHead = '\r\n\r\n';

/**
 * One connection that asks for the list again and again, as HTTP 1.1. All that comes lands in one buffer: 12 MB a
 * second in fresh ones would be most of what an idle program costs. Understands what the synthetic service sends.
 */
export class Connection {
	readonly #socket: Socket;
	readonly #request: string;
	readonly #taker: AnswerTaker;
	readonly #done: () => void;
	#head = '';
	/** Bytes of the answer that have not come yet. */
	#missing = 0;

	/** `done` is called when an answer is complete. The process ends when the connection is lost. */
	constructor(url: URL, taker: AnswerTaker, done: () => void) {
		this.#taker = taker;
		this.#done = done;
		this.#request = `GET /downloads HTTP/1.1\r\nhost: ${url.host}${endOfHead}`;
		this.#socket = connect({
			host: url.hostname,
			port: Number(url.port),
			onread: {
				buffer: Buffer.allocUnsafeSlow(bufferSize),
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
