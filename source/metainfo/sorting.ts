/** Number of entries sorted in a step. */
const RUN_LENGTH = 2_048;

/**
 * Sorts a list of distinct entries by merging, in steps of a few milliseconds. First sorts short runs, then merges
 * pairs of runs.
 */
export function* sortInSteps<Entry>(
	list: Entry[],
	before: (a: Entry, b: Entry) => boolean,
): Generator<void, void> {
	const compare = (a: Entry, b: Entry) => (before(a, b) ? -1 : 1);
	if (list.length <= RUN_LENGTH) {
		list.sort(compare);
		return;
	}
	let runs: Entry[][] = [];
	for (let from = 0; from < list.length; from += RUN_LENGTH) {
		runs.push(list.slice(from, from + RUN_LENGTH).sort(compare));
		yield;
	}
	while (runs.length > 1) {
		const longer: Entry[][] = [];
		for (let at = 0; at < runs.length; at += 2) {
			longer.push(merged(runs[at] ?? [], runs[at + 1] ?? [], before));
			yield;
		}
		runs = longer;
	}
	for (const [at, entry] of (runs[0] ?? []).entries()) list[at] = entry;
}

/** Merges two sorted lists. */
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
