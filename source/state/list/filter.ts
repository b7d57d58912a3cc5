import type { RowKind } from './rows.ts';

/** Does a row pass a filter? Undefined for a filter that lets all through. */
export function matcherOf<Row>(kind: RowKind<Row>, filter: string): ((row: Row) => boolean) | undefined {
	const words = filterWords(filter);
	if (words.length === 0) return undefined;
	return (row) => {
		const name = fold(kind.nameOf(row));
		return words.every((word) => name.includes(word));
	};
}

/** The words of a filter, as they are looked for. */
export function filterWords(filter: string): readonly string[] {
	return fold(filter)
		.split(/\s+/)
		.filter((word) => word !== '');
}

/** Does a filter keep out all that another one keeps out? */
export function narrows(filter: string, other: string): boolean {
	const words = filterWords(filter);
	return filterWords(other).every((one) => words.some((word) => word.includes(one)));
}

/**
 * In lower case, accents apart from their letters however they are written: without them more is found. A sigma depends
 * on what follows it, which must make no difference to who is still typing.
 */
function fold(text: string): string {
	return text.normalize('NFD').toLowerCase().replaceAll('ς', 'σ');
}
