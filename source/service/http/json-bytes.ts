/** A serialized JSON response, sent without another conversion. */
export class JsonBytes {
	readonly bytes: Buffer;

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}
}
