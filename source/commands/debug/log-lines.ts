/** The lines of `now` that came after `before`: both are the end of the same growing log. */
export function newLines(before: readonly string[], now: readonly string[]): readonly string[] {
	// Where the old end lies in the new lines is not told: the longest overlap is the likeliest.
	for (let overlap = Math.min(before.length, now.length); overlap > 0; overlap--) {
		const shift = before.length - overlap;
		let index = 0;
		while (index < overlap && before[shift + index] === now[index]) index += 1;
		if (index === overlap) return now.slice(overlap);
	}
	return now;
}

/** The lines of a log; the last one may lack its end. */
export function linesOfLog(content: string): string[] {
	const lines = content.split(/\r?\n/);
	if (lines.at(-1) === '') lines.pop();
	return lines;
}
