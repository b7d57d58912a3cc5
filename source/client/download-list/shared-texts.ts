import type { Download } from '../../protocol/resources/download.ts';

/** Different texts that are remembered, and characters of one: where there are more, they are not shared by many. */
const mostTexts = 4_096;
const longestText = 256;

/**
 * Texts that thousands of downloads have in common: folders, addresses of trackers and what became of them. The
 * parser makes each of them anew; of those that are equal one is kept.
 */
export class SharedTexts {
	readonly #texts = new Map<string, string>();

	/** Puts shared texts into a download that nobody else has yet. */
	putInto(download: Download): void {
		download.destination = this.#shared(download.destination);
		download.status = this.#shared(download.status);
		for (const tracker of download.trackers ?? []) {
			tracker.url = this.#shared(tracker.url);
			tracker.status = this.#shared(tracker.status);
		}
	}

	#shared(text: string): string {
		if (text.length > longestText) return text;
		const known = this.#texts.get(text);
		if (known !== undefined) return known;
		if (this.#texts.size < mostTexts) this.#texts.set(text, text);
		return text;
	}
}
