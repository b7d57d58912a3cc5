import type Wire from 'bittorrent-protocol';

/** Maximum bytes of a bitfield, several times that of the largest torrent. */
const MAX_BITFIELD_BYTES = 2 * 1024 * 1024;
/** Maximum bytes of other messages. The longest block that any client requests fits. */
const MAX_MESSAGE_BYTES = 256 * 1024;
/** Bytes of a message with a block of the usual length, including the length prefix. */
const BLOCK_MESSAGE_BYTES = 4 + 9 + 16 * 1024;

/** Message types (BEP 3). */
const BITFIELD = 5;
const PIECE = 7;
const EXTENDED = 20;

const nothing = Buffer.alloc(0);

/**
 * Parses a peer's messages, in place of the library, which copies every byte several times. After the handshakes,
 * blocks are passed on without a copy. Only incomplete messages are kept.
 */
export class MessageParser {
	readonly #wire: Wire;
	/** Whether the handshakes, which the library parses, are over. */
	#parsing = false;
	/** Bytes of requested blocks in the current call of `push`. */
	#blockBytes = 0;
	/** Start of an incomplete message: the first `#size` bytes. */
	#incomplete = nothing;
	#size = 0;

	constructor(wire: Wire) {
		this.#wire = wire;
	}

	/**
	 * Takes the next bytes, which are valid only during the call. Returns the bytes of requested blocks that they
	 * complete. Throws for malformed ones; then the connection must be closed.
	 */
	push(bytes: Uint8Array): number {
		const wire = this.#wire;
		this.#blockBytes = 0;
		if (this.#parsing) {
			this.#read(wire._encryptor?.decrypt(bytes) ?? bytes);
			return this.#blockBytes;
		}
		wire._write(Buffer.from(bytes), () => {});
		if (wire._parser !== wire._onMessageLength && wire._parser !== wire._onMessage) return 0;
		this.#parsing = true;
		this.#startParsing();
		return this.#blockBytes;
	}

	/** Takes over bytes that the library has buffered beyond the handshakes. */
	#startParsing(): void {
		const wire = this.#wire;
		const rest = Buffer.concat(wire._buffer);
		const length = wire._parser === wire._onMessage ? wire._parserSize : undefined;
		wire._buffer = [];
		wire._bufferSize = 0;
		wire._parse(4, wire._onMessageLength);
		if (length !== undefined) {
			const head = Buffer.alloc(4);
			head.writeUInt32BE(length);
			this.#append(head);
		}
		this.#read(rest);
	}

	#read(bytes: Uint8Array): void {
		let at = this.#size > 0 ? this.#completeMessage(bytes) : 0;
		while (bytes.length - at >= 4 && !this.#wire._finished) {
			const end = at + 4 + lengthAt(bytes, at, bytes[at + 4]);
			if (end > bytes.length) break;
			this.#message(bytes.subarray(at + 4, end));
			at = end;
		}
		if (at < bytes.length && !this.#wire._finished) this.#append(bytes.subarray(at));
	}

	/** Appends to the incomplete message and processes it when complete. Returns the number of bytes used. */
	#completeMessage(bytes: Uint8Array): number {
		let taken = 0;
		if (this.#size < 4) {
			taken = Math.min(4 - this.#size, bytes.length);
			this.#append(bytes.subarray(0, taken));
			if (this.#size < 4) return taken;
		}
		const kind = this.#size > 4 ? this.#incomplete[4] : bytes[taken];
		const messageEnd = 4 + lengthAt(this.#incomplete, 0, kind);
		const more = Math.min(messageEnd - this.#size, bytes.length - taken);
		this.#append(bytes.subarray(taken, taken + more));
		taken += more;
		if (this.#size < messageEnd) return taken;
		const message = this.#incomplete.subarray(4, messageEnd);
		this.#size = 0;
		this.#message(message);
		if (this.#incomplete.length > BLOCK_MESSAGE_BYTES) this.#incomplete = nothing;
		return taken;
	}

	/** The buffer grows with received bytes, not with announced lengths. */
	#append(bytes: Uint8Array): void {
		const size = this.#size + bytes.length;
		if (this.#incomplete.length < size) {
			const larger = Buffer.allocUnsafe(Math.max(size, BLOCK_MESSAGE_BYTES, 2 * this.#incomplete.length));
			larger.set(this.#incomplete.subarray(0, this.#size));
			this.#incomplete = larger;
		}
		this.#incomplete.set(bytes, this.#size);
		this.#size = size;
	}

	/** Ignores unrequested blocks: they would falsify totals, speed and share ratio. */
	#block(index: number, offset: number, bytes: Uint8Array): void {
		const { length } = bytes;
		const isRequested = this.#wire.requests.some(
			(request) => request.piece === index && request.offset === offset && request.length === length,
		);
		if (!isRequested) return;
		this.#blockBytes += length;
		this.#wire._onPiece(index, offset, bytes);
	}

	/** Processes a message without its length. An empty one is a keep-alive. */
	#message(message: Uint8Array): void {
		const wire = this.#wire;
		const [kind] = message;
		if (kind === undefined) wire._onKeepAlive();
		else if (kind === PIECE && message.length >= 9) {
			this.#block(numberAt(message, 1), numberAt(message, 5), message.subarray(9));
		} else if (kind === BITFIELD || kind >= EXTENDED) {
			// Handlers may keep these messages, so they get a copy.
			wire._onMessage(Buffer.from(message));
		} else wire._onMessage(message);
	}
}

/** Returns the length of the message at a position. Throws if it exceeds the maximum of its type. */
function lengthAt(bytes: Uint8Array, at: number, kind: number | undefined): number {
	const length = numberAt(bytes, at);
	const maxLength = kind === undefined || kind === BITFIELD ? MAX_BITFIELD_BYTES : MAX_MESSAGE_BYTES;
	if (length > maxLength) throw new RangeError(`a message of ${length} bytes`);
	return length;
}

function numberAt(bytes: Uint8Array, at: number): number {
	const high = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
	return (high | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;
}
