import { MAX_SEALED_BYTES } from './sealed.ts';

/** Kinds of frames between two connected services. The hello is the first, and alone keeps its form for ever. */
const frameKinds = { hello: 1, published: 2, direct: 3, sealed: 4, addresses: 5, ping: 6 } as const;
export type FrameKind = keyof typeof frameKinds;

export interface Frame {
	readonly kind: FrameKind;
	readonly payload: Buffer;
}

/** Length of kind and payload, and the kind. */
const LENGTH_BYTES = 4;
const HEADER_BYTES = LENGTH_BYTES + 1;
/** Maximum size of a payload. */
export const MAX_PAYLOAD_BYTES = MAX_SEALED_BYTES;

/** Bytes that are not frames. `message` is the reason, without a period. */
export class FrameError extends Error {}

const kindByNumber = new Map<number, FrameKind>(
	(['hello', 'published', 'direct', 'sealed', 'addresses', 'ping'] as const).map((kind) => [
		frameKinds[kind],
		kind,
	]),
);

export function encodeFrame(kind: FrameKind, payload: Uint8Array): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	header.writeUInt32BE(payload.length + 1);
	header[LENGTH_BYTES] = frameKinds[kind];
	return Buffer.concat([header, payload]);
}

/** Parses frames of a stream. Holds at most one incomplete frame and the last chunk. */
export class FrameParser {
	#held: Buffer = Buffer.alloc(0);

	/** Bytes after the last frame. */
	get heldBytes(): number {
		return this.#held.length;
	}

	/** Adds bytes, and yields the complete frames. Throws FrameError. */
	*parse(chunk: Buffer): Generator<Frame> {
		this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
		while (this.#held.length >= HEADER_BYTES) {
			const length = this.#held.readUInt32BE(0);
			if (length < 1 || length > MAX_PAYLOAD_BYTES + 1) throw new FrameError(`a frame of ${length} bytes`);
			const kind = kindByNumber.get(this.#held.readUInt8(LENGTH_BYTES));
			if (!kind) throw new FrameError('a frame of an unknown kind');
			const end = LENGTH_BYTES + length;
			if (this.#held.length < end) return;
			const payload = this.#held.subarray(HEADER_BYTES, end);
			this.#held = this.#held.subarray(end);
			yield { kind, payload };
		}
	}
}
