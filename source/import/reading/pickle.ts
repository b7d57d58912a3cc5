import type { FileWindow } from './file-window.ts';

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
	tooLarge: 'a download in it is too large, or parts outside of downloads are',
};

/** Maximum digits of a long integer, bytes. */
const MAX_LONG_BYTES = 16;
/** The function by which Python 3 saves bytes in protocol 2. Its text is returned. */
const ENCODE = '_codecs encode';

/** Maximum memory of values that are in use, bytes. A download with 200,000 files takes 4 MiB. */
const MAX_MEMORY = 64 * 1024 * 1024;
/** Estimated memory of values in V8, bytes: a place in a list or on the stack, texts, lists, dictionaries. */
const MEMORY = { slot: 40, text: 32, character: 2, list: 176, map: 216, pair: 48 } as const;

/** Bytes of the argument of an operation. */
const ARGUMENT: Readonly<Record<number, number>> = {
	128: 1, // PROTO
	149: 8, // FRAME
	74: 4, // BININT
	75: 1, // BININT1
	77: 2, // BININT2
	71: 8, // BINFLOAT
	113: 1, // BINPUT
	114: 4, // LONG_BINPUT
	104: 1, // BINGET
	106: 4, // LONG_BINGET
};
/** Bytes of the length that precedes the argument of an operation. */
const LENGTH: Readonly<Record<number, number>> = {
	138: 1, // LONG1
	88: 4, // BINUNICODE
	140: 1, // SHORT_BINUNICODE
	85: 1, // SHORT_BINSTRING
	84: 4, // BINSTRING
	67: 1, // SHORT_BINBYTES
	66: 4, // BINBYTES
};
const STOP = 0x2e;
const GLOBAL = 0x63;
const LINE_END = 0x0a;

/** Classes of a pickle, as 'module name'. */
interface PickleClasses {
	/** Allowed classes. */
	readonly allowed: readonly string[];
	/** The allowed class whose objects are yielded. */
	readonly item: string;
}

/**
 * Yields the objects of one class when they are complete, and forgets them: null takes their place. Returns the whole
 * value. Takes time linear in the bytes, and memory for one object. Throws an Error with the reason, also after it has
 * yielded objects.
 */
export function* pickledItems(file: FileWindow, classes: PickleClasses): Generator<PickleMap, PickleValue> {
	return yield* new PickleReader(file, classes, recalledIn(file)).read();
}

/** Operations of a pickle and their arguments, in order. */
class Operations {
	readonly #file: FileWindow;
	/** Position of the argument, and after it. */
	#start = 0;
	#end = 0;

	constructor(file: FileWindow) {
		this.#file = file;
	}

	/** Reads the next operation and returns its code. */
	next(): number {
		const code = this.#byte(this.#end);
		this.#start = this.#end + 1;
		const prefix = LENGTH[code] ?? 0;
		const length = ARGUMENT[code] ?? this.#integer(this.#start, prefix);
		this.#start += prefix;
		this.#end = this.#start + length;
		if (code === GLOBAL) this.#end = this.#lineEnd(this.#lineEnd(this.#start));
		if (this.#end > this.#file.length) throw new Error(pickleText.cutOff);
		return code;
	}

	/** Bytes of the argument. */
	get length(): number {
		return this.#end - this.#start;
	}

	/** The argument as an integer without a sign. */
	get number(): number {
		return this.#integer(this.#start, this.length);
	}

	get bytes(): Buffer {
		return this.#file.bytes(this.#start, this.#end);
	}

	/** Returns a little-endian integer. */
	#integer(start: number, length: number): number {
		let value = 0;
		for (let at = start + length - 1; at >= start; at--) value = value * 256 + this.#byte(at);
		return value;
	}

	#lineEnd(from: number): number {
		let at = from;
		while (this.#byte(at) !== LINE_END) at++;
		return at + 1;
	}

	#byte(at: number): number {
		const byte = this.#file.byte(at);
		if (byte === undefined) throw new Error(pickleText.cutOff);
		return byte;
	}
}

/** Returns a bitmap of the memo indices that are recalled. Python's pickler stores nearly all values and recalls few. */
function recalledIn(file: FileWindow): Uint8Array {
	const operations = new Operations(file);
	// Each index was stored by an operation.
	const recalled = new Uint8Array(Math.ceil(file.length / 8));
	try {
		for (let code = operations.next(); code !== STOP; code = operations.next()) {
			if (code !== 0x68 && code !== 0x6a) continue;
			const index = operations.number;
			if (index < file.length) recalled[index >> 3] = (recalled[index >> 3] ?? 0) | (1 << (index & 7));
		}
	} catch {
		// The reader reports the damage.
	}
	return recalled;
}

class PickleReader {
	readonly #operations: Operations;
	readonly #allowed: ReadonlySet<string>;
	readonly #item: string;
	readonly #recalled: Uint8Array;
	readonly #stack: Entry[] = [];
	/** Values that are recalled later. */
	readonly #memo = new Map<number, PickleValue>();
	#memoized = 0;
	/** Estimated memory of all values that may be in use, bytes. */
	#memory = 0;
	/** The latest object to yield. */
	#open: { readonly object: PickleValue; readonly before: number; kept: number } | undefined;

	constructor(file: FileWindow, { allowed, item }: PickleClasses, recalled: Uint8Array) {
		this.#operations = new Operations(file);
		this.#allowed = new Set([...allowed, ENCODE]);
		this.#item = item;
		this.#recalled = recalled;
	}

	*read(): Generator<PickleMap, PickleValue> {
		const operations = this.#operations;
		let code = operations.next();
		if (code !== 0x80) throw new Error(pickleText.oldProtocol);
		for (; code !== STOP; code = operations.next()) {
			this.#perform(code, operations);
			if (code === 0x62 && this.#open?.object === this.#top()) yield this.#takeItem();
		}
		return this.#pop();
	}

	#perform(code: number, operations: Operations): void {
		const stack = this.#stack;
		switch (code) {
			case 0x80: // PROTO
				if (operations.number > 5) throw new Error(pickleText.malformed);
				return;
			case 0x95: // FRAME
				return;
			case 0x28: // MARK
				this.#use(MEMORY.slot);
				stack.push(MARK);
				return;
			case 0x4e: // NONE
				this.#push(null);
				return;
			case 0x88: // NEWTRUE
				this.#push(true);
				return;
			case 0x89: // NEWFALSE
				this.#push(false);
				return;
			case 0x4a: // BININT
				this.#push(operations.number | 0);
				return;
			case 0x4b: // BININT1
			case 0x4d: // BININT2
				this.#push(operations.number);
				return;
			case 0x8a: // LONG1
				this.#push(longOf(operations.bytes));
				return;
			case 0x47: // BINFLOAT
				this.#push(operations.bytes.readDoubleBE());
				return;
			case 0x58: // BINUNICODE
			case 0x8c: // SHORT_BINUNICODE
			case 0x55: // SHORT_BINSTRING
			case 0x54: // BINSTRING
				this.#push(this.#content().toString('utf8'));
				return;
			case 0x43: // SHORT_BINBYTES
			case 0x42: // BINBYTES
				this.#push(this.#content());
				return;
			case 0x5d: // EMPTY_LIST
			case 0x29: // EMPTY_TUPLE
				this.#push([], MEMORY.list);
				return;
			case 0x7d: // EMPTY_DICT
				this.#push(new Map(), MEMORY.map);
				return;
			case 0x85: // TUPLE1
			case 0x86: // TUPLE2
			case 0x87: // TUPLE3
				this.#push(this.#popMany(code - 0x84), MEMORY.list);
				return;
			case 0x74: // TUPLE
				this.#push(this.#popToMark(), MEMORY.list);
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
			case 0x72: // LONG_BINPUT
				this.#memoize(operations.number);
				return;
			case 0x94: // MEMOIZE
				this.#memoize(this.#memoized);
				return;
			case 0x68: // BINGET
			case 0x6a: // LONG_BINGET
				this.#recall(operations.number);
				return;
			case GLOBAL: {
				const [module, name] = operations.bytes.toString('latin1').split('\n');
				this.#pushClass(module, name);
				return;
			}
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

	/** Counts memory of a value. Throws if too much is in use. */
	#use(bytes: number): void {
		this.#memory += bytes;
		if (this.#memory > MAX_MEMORY) throw new Error(pickleText.tooLarge);
	}

	#push(value: PickleValue, memory = 0): void {
		this.#use(MEMORY.slot + memory);
		this.#stack.push(value);
	}

	/** Returns the argument of the operation, after its memory was counted. */
	#content(): Buffer {
		this.#use(MEMORY.text + MEMORY.character * this.#operations.length);
		return this.#operations.bytes;
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
		this.#use((MEMORY.pair * items.length) / 2);
		for (let at = 0; at < items.length; at += 2) map.set(items[at] ?? null, items[at + 1] ?? null);
	}

	#memoize(index: number): void {
		this.#memoized++;
		const value = this.#top();
		if (((this.#recalled[index >> 3] ?? 0) & (1 << (index & 7))) === 0) return;
		this.#use(MEMORY.pair);
		this.#memo.set(index, value);
		const length = typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
		this.#keep(value, MEMORY.pair + MEMORY.text + MEMORY.character * length);
	}

	#recall(index: number): void {
		const value = this.#memo.get(index);
		if (value === undefined) throw new Error(pickleText.malformed);
		this.#keep(value, 0);
		this.#push(value);
	}

	/**
	 * Notes that a value may be in use after the object that has it, and its memory. A list or dictionary may then contain
	 * all values of the object.
	 */
	#keep(value: PickleValue, bytes: number): void {
		const isContainer = Array.isArray(value) || value instanceof Map;
		if (this.#open) this.#open.kept += isContainer ? Number.POSITIVE_INFINITY : bytes;
	}

	#takeItem(): PickleMap {
		const item = this.#pop();
		const open = this.#open;
		if (!(item instanceof Map) || !open) throw new Error(pickleText.malformed);
		this.#memory = Math.min(this.#memory, open.before + open.kept);
		this.#open = undefined;
		this.#stack.push(null);
		return item;
	}

	#pushClass(module: PickleValue | undefined, name: PickleValue | undefined): void {
		// Lists may contain one list many times, so the text of a small one may be endless.
		if (typeof module !== 'string' || typeof name !== 'string') throw new Error(pickleText.malformed);
		const full = `${module} ${name}`;
		if (!this.#allowed.has(full)) throw new Error(pickleText.refusedClass(full.slice(0, 100)));
		this.#push(new PickleClass(full), MEMORY.list);
	}

	/** Creates an object without calling its class. */
	#newObject(): void {
		const [type, parameters] = this.#popMany(2);
		if (!(type instanceof PickleClass) || type.name === ENCODE) throw new Error(pickleText.malformed);
		if (!Array.isArray(parameters) || parameters.length > 0) throw new Error(pickleText.malformed);
		const object: PickleMap = new Map();
		this.#push(object);
		// Its place on the stack remains.
		if (type.name === this.#item) this.#open = { object, before: this.#memory, kept: 0 };
		this.#use(MEMORY.map);
	}

	/** Replaces a call of the encoder by its text. */
	#encodedBytes(): void {
		const [called, parameters] = this.#popMany(2);
		const [text] = Array.isArray(parameters) ? parameters : [];
		if (!(called instanceof PickleClass) || called.name !== ENCODE || typeof text !== 'string')
			throw new Error(pickleText.refused(0x52));
		this.#use(MEMORY.text + text.length);
		this.#push(Buffer.from(text, 'latin1'));
	}

	/** Sets the fields of an object. */
	#build(): void {
		const fields = this.#pop();
		const target = this.#top();
		if (!(fields instanceof Map) || !(target instanceof Map)) throw new Error(pickleText.malformed);
		this.#use(MEMORY.pair * fields.size);
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
