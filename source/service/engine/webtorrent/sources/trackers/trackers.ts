import { newTrackers } from '../../../../../metainfo/tracker-list.ts';
import type { EngineTracker } from '../../../port.ts';
import type { Announcer } from './announcer.ts';
import { TrackerClient } from './tracker-client.ts';

/** Trackers of one download. Each announces on its own and has its own status. */
export class Trackers {
	#clients: TrackerClient[];
	readonly #announcer: Announcer;

	constructor(urls: readonly string[], announcer: Announcer) {
		this.#announcer = announcer;
		this.#clients = urls.map((url) => new TrackerClient(url, announcer));
	}

	/** Adds unknown trackers of `urls` and announces to them. */
	add(urls: readonly string[]): void {
		const known = this.#clients.map(({ view }) => view.url);
		for (const url of newTrackers(known, urls)) {
			const client = new TrackerClient(url, this.#announcer);
			this.#clients.push(client);
			client.start();
		}
	}

	/**
	 * Uses exactly `urls`: drops all others and announces to new ones. Resolves when the dropped ones accepted 'stopped',
	 * or after a timeout.
	 */
	async replace(urls: readonly string[]): Promise<void> {
		const known = new Map(this.#clients.map((client) => [client.view.url, client]));
		const added: TrackerClient[] = [];
		this.#clients = [...new Set(urls)].map((url) => {
			const existing = known.get(url);
			if (existing) return existing;
			const client = new TrackerClient(url, this.#announcer);
			added.push(client);
			return client;
		});
		const kept = new Set(this.#clients);
		for (const client of added) client.start();
		await Promise.all(
			[...known.values()].filter((client) => !kept.has(client)).map((client) => client.stop()),
		);
	}

	/** Latest status of each; unchanged ones keep their object. */
	get views(): EngineTracker[] {
		return this.#clients.map((client) => client.view);
	}

	/** Largest number of seeds that a tracker reports, possibly including us. */
	get seeds(): number {
		let most = 0;
		for (const client of this.#clients) most = Math.max(most, client.seeds);
		return most;
	}

	/** Largest number of leechers that a tracker reports. */
	get leechers(): number {
		let most = 0;
		for (const client of this.#clients) most = Math.max(most, client.leechers);
		return most;
	}

	start(): void {
		for (const client of this.#clients) client.start();
	}

	/** Announces to all at once, or to one, except those contacted in the last seconds. */
	announce(url: string | null): void {
		for (const client of this.#clients) if (url === null || client.view.url === url) client.announceNow();
	}

	/** Announces again to those that failed. */
	retry(): void {
		for (const client of this.#clients) client.retry();
	}

	/** Requests more peers, as often as trackers allow, while the download is `starving`. */
	seek(starving: boolean): void {
		for (const client of this.#clients) client.seek(starving);
	}

	/** Announces that the torrent was completed. */
	completed(): void {
		for (const client of this.#clients) client.completed();
	}

	/** Announces 'stopped' to all. Resolves when they respond, or after a timeout. */
	async stop(): Promise<void> {
		await Promise.all(this.#clients.map((client) => client.stop()));
	}
}
