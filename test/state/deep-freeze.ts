import { ExactAmount } from '../../source/protocol/exact-amount.ts';
import { FormerSettings } from '../../source/protocol/repair/former-settings.ts';
import { SecretLine } from '../../source/state/market/input-dialog.ts';

/** Values that cannot be frozen, and their bytes when they were first seen. */
export type Snapshots = Map<ArrayBufferView, Buffer>;

/**
 * Makes every later mutation of a value fail: objects and arrays are frozen, and the mutators of Maps and Sets throw.
 * JavaScript cannot freeze typed arrays: `snapshots` gets their bytes, for `changedArrays`. Frozen values are skipped,
 * so that the cost of a state depends on how much it differs from the one before.
 */
export function deepFreeze(value: unknown, snapshots: Snapshots): void {
	if (typeof value !== 'object' || value === null) return;
	if (ArrayBuffer.isView(value)) {
		if (!snapshots.has(value)) snapshots.set(value, Buffer.from(bytesOf(value)));
		return;
	}
	if (Object.isFrozen(value)) return;
	if (value instanceof Map || value instanceof Set) {
		for (const name of ['set', 'add', 'delete', 'clear'])
			if (name in value) Object.defineProperty(value, name, { value: refuse, enumerable: false });
	}
	Object.freeze(value);
	for (const child of childrenOf(value)) deepFreeze(child, snapshots);
}

/** Returns the typed arrays that were written since their snapshot. */
export function changedArrays(snapshots: Snapshots): ArrayBufferView[] {
	return [...snapshots].filter(([view, before]) => !bytesOf(view).equals(before)).map(([view]) => view);
}

/**
 * Returns the path of the first difference between two values; undefined if there is none. Functions are equal: two
 * filters that were read from one text have different ones.
 */
export function differenceIn(one: unknown, other: unknown, path = 'state'): string | undefined {
	if (Object.is(one, other) || (typeof one === 'function' && typeof other === 'function')) return undefined;
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return path;
	if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return path;
	if (ArrayBuffer.isView(one) && ArrayBuffer.isView(other))
		return bytesOf(one).equals(bytesOf(other)) ? undefined : path;
	const [ones, others] = [entriesOf(one), entriesOf(other)];
	if (ones.length !== others.length) return path;
	for (const [place, [key, value]] of ones.entries()) {
		const [otherKey, otherValue] = others[place] ?? [];
		const found =
			differenceIn(key, otherKey, `${path}: key ${place}`) ??
			differenceIn(value, otherValue, `${path}.${String(key)}`);
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * Returns a copy whose objects are all other ones. Objects that are the same in the original are the same in the copy.
 * Functions are shared. `copies`: copies by original; those in it already are used.
 */
export function deepCopy<Value>(value: Value, copies: Map<unknown, unknown>): Value;
export function deepCopy(value: unknown, copies: Map<unknown, unknown>): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (copies.has(value)) return copies.get(value);
	if (ArrayBuffer.isView(value)) return remember(structuredClone(value));
	if (value instanceof ExactAmount)
		return remember(new ExactAmount(value.digits, value.decimals, value.text));
	if (value instanceof SecretLine) return remember(value.edit((line) => line));
	if (value instanceof FormerSettings) {
		const { section, changed } = value.secrets();
		return remember(new FormerSettings(deepCopy(section, copies), deepCopy(changed, copies)));
	}
	if (value instanceof Map) {
		const map = remember(new Map<unknown, unknown>());
		for (const [key, each] of value) map.set(deepCopy(key, copies), deepCopy(each, copies));
		return map;
	}
	if (value instanceof Set) {
		const set = remember(new Set<unknown>());
		for (const each of value) set.add(deepCopy(each, copies));
		return set;
	}
	if (Array.isArray(value)) {
		const list = remember<unknown[]>([]);
		for (const each of value) list.push(deepCopy(each, copies));
		return list;
	}
	const object = remember<Record<string, unknown>>({});
	for (const [key, each] of Object.entries(value)) object[key] = deepCopy(each, copies);
	return object;

	function remember<Copy>(copy: Copy): Copy {
		copies.set(value, copy);
		return copy;
	}
}

function refuse(): never {
	throw new TypeError('A Map or Set of a state is changed.');
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
	return Buffer.from(buffer, byteOffset, byteLength);
}

function childrenOf(value: object): Iterable<unknown> {
	return entriesOf(value).flat();
}

/** Returns keys and values of a Map or an object; a Set has its values as keys. */
function entriesOf(value: object): readonly (readonly [unknown, unknown])[] {
	if (value instanceof Map) return [...value];
	if (value instanceof Set) return [...value].map((each) => [each, undefined]);
	return Object.entries(value);
}
