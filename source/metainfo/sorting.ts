/** Entries that are sorted at a time. */
const SHORT = 2_048;

/**
 * Sorts a list whose entries all differ, in steps of a few milliseconds: short stretches of it, then pairs of sorted
 * stretches into one.
 */
export function* sorting<Entry>(
	list: Entry[],
	before: (a: Entry, b: Entry) => boolean,
): Generator<void, void> {
	const compare = (a: Entry, b: Entry) => (before(a, b) ? -1 : 1);
	if (list.length <= SHORT) {
		list.sort(compare);
		return;
	}
	let stretches: Entry[][] = [];
	for (let from = 0; from < list.length; from += SHORT) {
		stretches.push(list.slice(from, from + SHORT).sort(compare));
		yield;
	}
	while (stretches.length > 1) {
		const longer: Entry[][] = [];
		for (let at = 0; at < stretches.length; at += 2) {
			longer.push(merged(stretches[at] ?? [], stretches[at + 1] ?? [], before));
			yield;
		}
		stretches = longer;
	}
	for (const [at, entry] of (stretches[0] ?? []).entries()) list[at] = entry;
}

/** Two sorted lists as one. */
function merged<Entry>(
	left: readonly Entry[],
	right: readonly Entry[],
	before: (a: Entry, b: Entry) => boolean,
): Entry[] {
	const all: Entry[] = [];
	let at = 0;
	for (const entry of left) {
		for (let next = right[at]; next !== undefined && before(next, entry); next = right[at]) {
			all.push(next);
			at++;
		}
		all.push(entry);
	}
	for (; at < right.length; at++) {
		const entry = right[at];
		if (entry !== undefined) all.push(entry);
	}
	return all;
}
