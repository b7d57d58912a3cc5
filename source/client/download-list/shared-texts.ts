import type { Download } from '../../protocol/resources/download.ts';

/** Maximum number of remembered texts, and maximum length of one. Larger sets are rarely shared. */
const MAX_TEXTS = 4_096;
const MAX_TEXT_CHARACTERS = 256;

/**
 * Texts common to thousands of downloads: folders, tracker URLs and their statuses. The parser creates a new string
 * for each. This class keeps one of equal strings.
 */
export class SharedTexts {
	readonly #texts = new Map<string, string>();

	/** Replaces texts of a new download by shared ones. */
	putInto(download: Download): void {
		download.destination = this.#shared(download.destination);
		download.status = this.#shared(download.status);
		for (const tracker of download.trackers ?? []) {
			tracker.url = this.#shared(tracker.url);
			tracker.status = this.#shared(tracker.status);
		}
	}

	#shared(text: string): string {
		if (text.length > MAX_TEXT_CHARACTERS) return text;
		const known = this.#texts.get(text);
		if (known !== undefined) return known;
		if (this.#texts.size < MAX_TEXTS) this.#texts.set(text, text);
		return text;
	}
}
