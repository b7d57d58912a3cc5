import { usage } from '../declaration/failure.ts';

/** Maximum size of a range. No torrent has more files. */
const MAX_RANGE = 1_000_000;

/** Returns the failure for a malformed range. */
export function notRange(text: string): string {
	return `'${text}' is not a range of files.`;
}

/** Parses a list of indices such as '0,2-5', without duplicates and sorted. Returns undefined if it is malformed. */
export function readFileNumbers(texts: readonly string[]): number[] | undefined {
	const numbers = new Set<number>();
	for (const text of texts.flatMap((each) => each.split(','))) {
		const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text.trim());
		if (!match) return undefined;
		const first = Number(match[1]);
		const last = match[2] === undefined ? first : Number(match[2]);
		if (last < first || last - first > MAX_RANGE) throw usage(notRange(text));
		for (let number = first; number <= last; number++) numbers.add(number);
	}
	return [...numbers].sort((a, b) => a - b);
}
