import { type LogLines, lineText } from './lines.ts';

/** Number of lines that identify the end of the known ones. */
const ANCHOR_LINES = 50;

/** Lines before and after the known ones, each with its line feed. */
interface EndMatch {
	readonly earlier: string;
	readonly later: string;
}

/**
 * Finds the last known lines in the end of the same growing log. Returns the lines around the known ones; undefined if
 * the two have no line in common. The match with the fewest new lines is the most likely one.
 */
export function matchEnd(known: LogLines, content: string): EndMatch | undefined {
	const lines = content.split('\n');
	if (lines.at(-1) === '') lines.pop();
	const count = Math.min(ANCHOR_LINES, known.end - known.first);
	const anchor = Array.from({ length: count }, (_, index) => lineText(known, known.end - count + index));
	const shown = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
	for (let last = shown.length - 1; last >= 0; last--) {
		const compared = Math.min(count, last + 1);
		let same = 0;
		while (same < compared && shown[last - same] === anchor[count - 1 - same]) same++;
		if (same === 0 || same < compared) continue;
		const earlier = lines.slice(0, Math.max(0, last + 1 - (known.end - known.first)));
		return { earlier: joined(earlier), later: joined(lines.slice(last + 1)) };
	}
	return count === 0 ? { earlier: '', later: content } : undefined;
}

function joined(lines: readonly string[]): string {
	return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
