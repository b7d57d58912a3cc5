import type { Fields } from '../../basics/fields.ts';
import type { Download } from '../../protocol/resources/download.ts';
import type { Tracker } from '../../protocol/resources/tracker.ts';

/** Maximum number of remembered texts, and maximum length of one. Larger sets are rarely shared. */
const MAX_TEXTS = 4_096;
const MAX_TEXT_CHARACTERS = 256;

/**
 * Texts common to thousands of downloads: folders, tracker URLs and their statuses. The parser creates a new string
 * for each. This class keeps one of equal strings. A tracker that equals that of the previous download is shared too.
 */
export class SharedTexts {
	readonly #texts = new Map<string, string>();
	#destination = '';
	#status = '';
	#trackers: Tracker[] = [];

	/** Replaces texts and trackers of a new download by shared ones. */
	putInto(download: Download): void {
		// Comparing with the previous download is faster than a look-up.
		if (download.destination !== this.#destination) this.#destination = this.#shared(download.destination);
		download.destination = this.#destination;
		if (download.status !== this.#status) this.#status = this.#shared(download.status);
		download.status = this.#status;
		if (download.trackers) download.trackers = this.#sharedTrackers(download.trackers);
	}

	#sharedTrackers(trackers: Tracker[]): Tracker[] {
		const before = this.#trackers;
		let isSame = trackers.length === before.length;
		for (let index = 0; index < trackers.length; index++) {
			const tracker = trackers[index] as Tracker;
			const other = before[index];
			if (other && areEqual(tracker, other)) trackers[index] = other;
			else {
				isSame = false;
				tracker.url = this.#shared(tracker.url);
				tracker.status = this.#shared(tracker.status);
			}
		}
		if (!isSame) this.#trackers = trackers;
		return this.#trackers;
	}

	#shared(text: string): string {
		if (text.length > MAX_TEXT_CHARACTERS) return text;
		const known = this.#texts.get(text);
		if (known !== undefined) return known;
		if (this.#texts.size < MAX_TEXTS) this.#texts.set(text, text);
		return text;
	}
}

/** Whether two trackers have equal fields. Objects in unknown fields are never equal. */
function areEqual(one: Fields, other: Fields): boolean {
	let count = 0;
	for (const name in one) {
		if (one[name] !== other[name]) return false;
		count++;
	}
	for (const _ in other) count--;
	return count === 0;
}
