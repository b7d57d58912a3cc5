import type { RowKind } from './rows.ts';

/** Does a row pass a filter? Undefined for a filter that lets all through. */
export function matcherOf<Row>(kind: RowKind<Row>, filter: string): ((row: Row) => boolean) | undefined {
	const words = filterWords(filter);
	if (words.length === 0) return undefined;
	return (row) => {
		const name = kind.nameOf(row).toLowerCase();
		return words.every((word) => name.includes(word));
	};
}

/** The words of a filter, in lower case as they are looked for. */
export function filterWords(filter: string): readonly string[] {
	return filter
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== '');
}
