/** Whether two lists have the same objects. */
export function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
	return one.length === other.length && one.every((item, index) => item === other[index]);
}
