/** Whether two lists have the same objects. */
export function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
	return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Compares two keys for sorting, texts by their UTF-16 units. */
export function compareKeys(one: string | number, other: string | number): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
