import { type Fields, isFields } from '../../basics/fields.ts';

/** Repairs the objects of one list of a response. Responses without this list are unchanged. */
export function inList(name: string, repair: (item: Fields) => unknown): (answer: unknown) => unknown {
	return (answer) => {
		if (!isFields(answer)) return answer;
		const list = answer[name];
		if (!Array.isArray(list)) return answer;
		const repaired = each(list, repair);
		return repaired === list ? answer : { ...answer, [name]: repaired };
	};
}

/** Repairs the objects of a list. Returns the same list if all items stay the same. */
export function each(list: readonly unknown[], repair: (item: Fields) => unknown): readonly unknown[] {
	let repaired: unknown[] | undefined;
	for (let index = 0; index < list.length; index++) {
		const item = list[index];
		const one = isFields(item) ? repair(item) : item;
		if (one === item) continue;
		repaired ??= [...list];
		repaired[index] = one;
	}
	return repaired ?? list;
}

/** Renames a field to the interface's name: {mychannel} to {overview}. */
export function renamed(from: string, to: string): (answer: unknown) => unknown {
	return (answer) => {
		if (!isFields(answer) || to in answer || !(from in answer)) return answer;
		const { [from]: value, ...rest } = answer;
		return { ...rest, [to]: value };
	};
}

/** Fields of a mutable copy. */
export type OwnFields = Record<string, unknown>;

/** Removes the named fields whose negative number means 'unknown'. Returns the same object if there are none. */
export function withoutNegative(item: Fields, names: readonly string[]): Fields {
	if (!names.some((name) => isNegative(item[name]))) return item;
	const kept = Object.entries(item).filter(([name, value]) => !names.includes(name) || !isNegative(value));
	return Object.fromEntries(kept);
}

/** Whether a number means 'unknown'. */
export function isNegative(value: unknown): boolean {
	return typeof value === 'number' && value < 0;
}
