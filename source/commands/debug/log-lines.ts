/** Returns the lines of `now` after those of `before`. Both are the end of the same growing log. */
export function newLines(before: readonly string[], now: readonly string[]): readonly string[] {
	// The position of the old end in the new lines is unknown. The longest overlap is the most likely.
	for (let overlap = Math.min(before.length, now.length); overlap > 0; overlap--) {
		const shift = before.length - overlap;
		let index = 0;
		while (index < overlap && before[shift + index] === now[index]) index += 1;
		if (index === overlap) return now.slice(overlap);
	}
	return now;
}

/** Splits a log into lines. The last one may be incomplete. */
export function linesOfLog(content: string): string[] {
	const lines = content.split(/\r?\n/);
	if (lines.at(-1) === '') lines.pop();
	return lines;
}
