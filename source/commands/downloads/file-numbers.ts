import { usage } from '../output/failure.ts';

/** Numbers that one range may stand for; no torrent has more files. */
const widestRange = 1_000_000;

/** The indices that '0,2-5' stands for, each once, in order. Undefined for what is no such list. */
export function readFileNumbers(texts: readonly string[]): number[] | undefined {
	const numbers = new Set<number>();
	for (const text of texts.flatMap((each) => each.split(','))) {
		const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text.trim());
		if (!match) return undefined;
		const first = Number(match[1]);
		const last = match[2] === undefined ? first : Number(match[2]);
		if (last < first || last - first > widestRange) throw usage(`'${text}' is not a range of files.`);
		for (let number = first; number <= last; number++) numbers.add(number);
	}
	return [...numbers].sort((a, b) => a - b);
}
