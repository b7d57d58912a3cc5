import type { Download } from '../protocol/resources/download.ts';
import { isTracker } from '../protocol/resources/tracker.ts';
import { assertAccepted } from './http/assert-accepted.ts';
import type { PlainClient } from './http/plain-client.ts';
import type { CallOptions } from './http/requests.ts';

/** Announces, and changes of trackers, in the requests of our own service or of 8.x. All methods throw a ClientError. */
export class TrackerChanges {
	readonly #client: PlainClient;

	constructor(client: PlainClient) {
		this.#client = client;
	}

	/**
	 * Announces a download at once. A service of 8.x is asked for each of its trackers, because it has no request for all
	 * of them.
	 */
	async announce(infohash: string, call: CallOptions = {}): Promise<void> {
		const client = this.#client;
		const params = { infohash };
		if (!this.#is8) {
			await client.announceDownload({ params }, call);
			return;
		}
		const { downloads } = await client.listDownloads({ query: { infohash } }, call);
		for (const { url } of trackersOf(downloads, infohash))
			await client.announceToTracker({ params, body: { url } }, call);
	}

	/** Adds trackers. Resolves with whether the torrent is private; undefined if the service does not say so. */
	async add(infohash: string, urls: readonly string[], call: CallOptions = {}): Promise<boolean | undefined> {
		const params = { infohash };
		let isPrivate: boolean | undefined;
		for (const body of this.#bodiesOf(urls))
			isPrivate = (await this.#client.addTrackers({ params, body }, call)).private;
		return isPrivate;
	}

	async remove(infohash: string, urls: readonly string[], call: CallOptions = {}): Promise<void> {
		for (const body of this.#bodiesOf(urls))
			await assertAccepted(this.#client.removeTrackers({ params: { infohash }, body }, call));
	}

	/** Replaces a tracker. A service of 8.x gets the new one before it loses the old one. */
	async replace(infohash: string, url: string, next: string, call: CallOptions = {}): Promise<void> {
		if (this.#is8) {
			await this.add(infohash, [next], call);
			await this.remove(infohash, [url], call);
			return;
		}
		const body = { url, new_url: next };
		await assertAccepted(this.#client.replaceTracker({ params: { infohash }, body }, call));
	}

	get #is8(): boolean {
		return this.#client.requests.dialect === '8.x';
	}

	/** Services of 8.x accept one URL in a request. */
	#bodiesOf(urls: readonly string[]) {
		return this.#is8 ? urls.map((url) => ({ url })) : [{ urls: [...urls] }];
	}
}

function trackersOf(downloads: readonly Download[], infohash: string) {
	const download = downloads.find((each) => each.infohash === infohash.toLowerCase());
	return (download?.trackers ?? []).filter(isTracker);
}
