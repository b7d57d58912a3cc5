/** An answer that is JSON already: what is kept serialised is sent as it is. */
export class JsonBytes {
	readonly bytes: Buffer;

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}
}
