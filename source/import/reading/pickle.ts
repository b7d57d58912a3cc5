/**
 * A reader for the part of Python's pickle format (protocols 2 to 5) that holds plain data. It calls nothing: a class
 * must be in a list of names, and its object becomes a map of its fields. Each other operation is refused.
 */

/** A value of a pickle. Dictionaries and objects are maps. */
export type PickleValue =
	| null
	| boolean
	| number
	| string
	| Uint8Array
	| PickleValue[]
	| PickleMap
	| PickleClass;
export type PickleMap = Map<PickleValue, PickleValue>;

/** A class of the list of names, by module and name. */
class PickleClass {
	readonly name: string;
	constructor(name: string) {
		this.name = name;
	}
}

/** The start of a list of values on the stack. */
const MARK = Symbol('mark');
type Entry = PickleValue | typeof MARK;

export const pickleText = {
	oldProtocol: 'it was saved by an old version: start and stop a current version of the client once',
	cutOff: 'it ends too early',
	refused: (code: number) => `it contains the operation 0x${code.toString(16)}, which is refused`,
	refusedClass: (name: string) => `it contains ${name}, which is refused`,
	malformed: 'its structure is damaged',
};

/** Maximum digits of a long integer, bytes. */
const MAX_LONG_BYTES = 16;
/** The function by which Python 3 saves bytes in protocol 2. Its text is returned. */
const ENCODE = '_codecs encode';

/**
 * Parses a pickle with the classes of `allowed`, as 'module name'. Takes time and memory linear in the bytes.
 * Throws an Error with the reason.
 */
export function parsePickle(bytes: Uint8Array, allowed: readonly string[]): PickleValue {
	return new PickleReader(bytes, new Set([...allowed, ENCODE])).read();
}

class PickleReader {
	readonly #bytes: Buffer;
	readonly #allowed: ReadonlySet<string>;
	readonly #stack: Entry[] = [];
	readonly #memo = new Map<number, PickleValue>();
	#at = 0;

	constructor(bytes: Uint8Array, allowed: ReadonlySet<string>) {
		this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#allowed = allowed;
	}

	read(): PickleValue {
		if (this.#bytes[0] !== 0x80) throw new Error(pickleText.oldProtocol);
		for (;;) {
			const code = this.#byte();
			if (code === 0x2e) return this.#pop();
			this.#perform(code);
		}
	}

	#perform(code: number): void {
		const stack = this.#stack;
		switch (code) {
			case 0x80: // PROTO
				if (this.#byte() > 5) throw new Error(pickleText.malformed);
				return;
			case 0x95: // FRAME
				this.#take(8);
				return;
			case 0x28: // MARK
				stack.push(MARK);
				return;
			case 0x4e: // NONE
				stack.push(null);
				return;
			case 0x88: // NEWTRUE
				stack.push(true);
				return;
			case 0x89: // NEWFALSE
				stack.push(false);
				return;
			case 0x4a: // BININT
				stack.push(this.#take(4).readInt32LE());
				return;
			case 0x4b: // BININT1
				stack.push(this.#byte());
				return;
			case 0x4d: // BININT2
				stack.push(this.#take(2).readUInt16LE());
				return;
			case 0x8a: // LONG1
				stack.push(longOf(this.#take(this.#byte())));
				return;
			case 0x47: // BINFLOAT
				stack.push(this.#take(8).readDoubleBE());
				return;
			case 0x58: // BINUNICODE
				stack.push(this.#take(this.#take(4).readUInt32LE()).toString('utf8'));
				return;
			case 0x8c: // SHORT_BINUNICODE
			case 0x55: // SHORT_BINSTRING
				stack.push(this.#take(this.#byte()).toString('utf8'));
				return;
			case 0x54: // BINSTRING
				stack.push(this.#take(this.#take(4).readUInt32LE()).toString('utf8'));
				return;
			case 0x43: // SHORT_BINBYTES
				stack.push(this.#take(this.#byte()));
				return;
			case 0x42: // BINBYTES
				stack.push(this.#take(this.#take(4).readUInt32LE()));
				return;
			case 0x5d: // EMPTY_LIST
			case 0x29: // EMPTY_TUPLE
				stack.push([]);
				return;
			case 0x7d: // EMPTY_DICT
				stack.push(new Map());
				return;
			case 0x85: // TUPLE1
			case 0x86: // TUPLE2
			case 0x87: // TUPLE3
				stack.push(this.#popMany(code - 0x84));
				return;
			case 0x74: // TUPLE
				stack.push(this.#popToMark());
				return;
			case 0x61: // APPEND
				this.#append([this.#pop()]);
				return;
			case 0x65: // APPENDS
				this.#append(this.#popToMark());
				return;
			case 0x73: // SETITEM
				this.#setItems(this.#popMany(2));
				return;
			case 0x75: // SETITEMS
				this.#setItems(this.#popToMark());
				return;
			case 0x71: // BINPUT
				this.#memo.set(this.#byte(), this.#top());
				return;
			case 0x72: // LONG_BINPUT
				this.#memo.set(this.#take(4).readUInt32LE(), this.#top());
				return;
			case 0x94: // MEMOIZE
				this.#memo.set(this.#memo.size, this.#top());
				return;
			case 0x68: // BINGET
				this.#recall(this.#byte());
				return;
			case 0x6a: // LONG_BINGET
				this.#recall(this.#take(4).readUInt32LE());
				return;
			case 0x63: // GLOBAL
				this.#pushClass(this.#line(), this.#line());
				return;
			case 0x93: {
				// STACK_GLOBAL
				const [module, name] = this.#popMany(2);
				this.#pushClass(module, name);
				return;
			}
			case 0x81: // NEWOBJ
				this.#newObject();
				return;
			case 0x52: // REDUCE
				this.#encodedBytes();
				return;
			case 0x62: // BUILD
				this.#build();
				return;
			default:
				throw new Error(pickleText.refused(code));
		}
	}

	#byte(): number {
		return this.#take(1).readUInt8();
	}

	#take(length: number): Buffer {
		const end = this.#at + length;
		if (end > this.#bytes.length) throw new Error(pickleText.cutOff);
		const taken = this.#bytes.subarray(this.#at, end);
		this.#at = end;
		return taken;
	}

	#line(): string {
		const end = this.#bytes.indexOf(0x0a, this.#at);
		if (end < 0) throw new Error(pickleText.cutOff);
		const text = this.#take(end - this.#at).toString('latin1');
		this.#at++;
		return text;
	}

	#pop(): PickleValue {
		const value = this.#stack.pop();
		if (value === undefined || value === MARK) throw new Error(pickleText.malformed);
		return value;
	}

	#top(): PickleValue {
		const value = this.#stack.at(-1);
		if (value === undefined || value === MARK) throw new Error(pickleText.malformed);
		return value;
	}

	#popMany(count: number): PickleValue[] {
		return Array.from({ length: count }, () => this.#pop()).reverse();
	}

	#popToMark(): PickleValue[] {
		const values: PickleValue[] = [];
		for (;;) {
			const value = this.#stack.pop();
			if (value === undefined) throw new Error(pickleText.malformed);
			if (value === MARK) return values.reverse();
			values.push(value);
		}
	}

	#append(values: readonly PickleValue[]): void {
		const list = this.#top();
		if (!Array.isArray(list)) throw new Error(pickleText.malformed);
		for (const value of values) list.push(value);
	}

	#setItems(items: readonly PickleValue[]): void {
		const map = this.#top();
		if (!(map instanceof Map) || items.length % 2 !== 0) throw new Error(pickleText.malformed);
		for (let at = 0; at < items.length; at += 2) map.set(items[at] ?? null, items[at + 1] ?? null);
	}

	#recall(index: number): void {
		const value = this.#memo.get(index);
		if (value === undefined) throw new Error(pickleText.malformed);
		this.#stack.push(value);
	}

	#pushClass(module: PickleValue | undefined, name: PickleValue | undefined): void {
		// Lists may contain one list many times, so the text of a small one may be endless.
		if (typeof module !== 'string' || typeof name !== 'string') throw new Error(pickleText.malformed);
		const full = `${module} ${name}`;
		if (!this.#allowed.has(full)) throw new Error(pickleText.refusedClass(full.slice(0, 100)));
		this.#stack.push(new PickleClass(full));
	}

	/** Creates an object without calling its class. */
	#newObject(): void {
		const [type, parameters] = this.#popMany(2);
		if (!(type instanceof PickleClass) || type.name === ENCODE) throw new Error(pickleText.malformed);
		if (!Array.isArray(parameters) || parameters.length > 0) throw new Error(pickleText.malformed);
		this.#stack.push(new Map());
	}

	/** Replaces a call of the encoder by its text. */
	#encodedBytes(): void {
		const [called, parameters] = this.#popMany(2);
		const [text] = Array.isArray(parameters) ? parameters : [];
		if (!(called instanceof PickleClass) || called.name !== ENCODE || typeof text !== 'string')
			throw new Error(pickleText.refused(0x52));
		this.#stack.push(Buffer.from(text, 'latin1'));
	}

	/** Sets the fields of an object. */
	#build(): void {
		const fields = this.#pop();
		const target = this.#top();
		if (!(fields instanceof Map) || !(target instanceof Map)) throw new Error(pickleText.malformed);
		for (const [name, value] of fields) target.set(name, value);
	}
}

/** Returns a little-endian integer of two's complement. */
function longOf(bytes: Buffer): number {
	if (bytes.length === 0) return 0;
	if (bytes.length > MAX_LONG_BYTES) throw new Error(pickleText.malformed);
	let value = 0n;
	for (let at = bytes.length - 1; at >= 0; at--) value = (value << 8n) | BigInt(bytes[at] ?? 0);
	return Number(BigInt.asIntN(bytes.length * 8, value));
}
