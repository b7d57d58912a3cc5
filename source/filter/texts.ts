/**
 * Returns a test for a whole text, where `*` matches any text. Each part is searched once from the left, so no pattern
 * is slow, unlike a regular expression.
 */
export function wholeMatcher(wanted: string): (text: string) => boolean {
	const [first = '', ...more] = wanted.split('*');
	const last = more.pop();
	if (last === undefined) return (text) => text === wanted;
	return (text) => {
		if (text.length < first.length + last.length) return false;
		if (!text.startsWith(first) || !text.endsWith(last)) return false;
		const end = text.length - last.length;
		let place = first.length;
		for (const part of more) {
			const found = text.indexOf(part, place);
			if (found < 0 || found + part.length > end) return false;
			place = found + part.length;
		}
		return true;
	};
}

/** Memoizes a test by text, because many rows share a few texts. */
export function memoizeTest(ask: (text: string) => boolean): (text: string) => boolean {
	const known = new Map<string, boolean>();
	return (text) => {
		let answer = known.get(text);
		if (answer === undefined) {
			answer = ask(text);
			known.set(text, answer);
		}
		return answer;
	};
}
