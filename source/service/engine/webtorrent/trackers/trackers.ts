import { newTrackers } from '../../../../metainfo/tracker-list.ts';
import type { EngineTracker } from '../../port.ts';
import type { Semaphore } from '../semaphore.ts';
import { type Announcer, TrackerClient } from './tracker-client.ts';

/** The trackers of one download. Each is asked on its own, so that each has its own status. */
export class Trackers {
	readonly #clients: TrackerClient[];
	readonly #announcer: Announcer;
	readonly #semaphore: Semaphore;

	constructor(urls: readonly string[], announcer: Announcer, semaphore: Semaphore) {
		this.#announcer = announcer;
		this.#semaphore = semaphore;
		this.#clients = urls.map((url) => new TrackerClient(url, announcer, semaphore));
	}

	/** Announces to those of `urls` that are not known yet. */
	add(urls: readonly string[]): void {
		const known = this.#clients.map(({ view }) => view.url);
		for (const url of newTrackers(known, urls)) {
			const client = new TrackerClient(url, this.#announcer, this.#semaphore);
			this.#clients.push(client);
			client.start();
		}
	}

	/** What each said last; the same objects as before where nothing changed. */
	get views(): EngineTracker[] {
		return this.#clients.map((client) => client.view);
	}

	/** The most complete peers that a tracker counts, ourselves perhaps among them. */
	get seeds(): number {
		return this.#clients.reduce((most, client) => Math.max(most, client.seeds), 0);
	}

	/** The most incomplete peers that a tracker counts. */
	get leechers(): number {
		return this.#clients.reduce((most, client) => Math.max(most, client.leechers), 0);
	}

	start(): void {
		for (const client of this.#clients) client.start();
	}

	/** Asks those again that could not be reached. */
	retry(): void {
		for (const client of this.#clients) client.retry();
	}

	/** Asks for more peers, as often as trackers allow it, while the download is `starving`. */
	seek(starving: boolean): void {
		for (const client of this.#clients) client.seek(starving);
	}

	/** Tells that the whole torrent was completed just now. */
	completed(): void {
		for (const client of this.#clients) client.completed();
	}

	/** Takes leave of all; resolves when they heard it or did not answer in time. */
	async stop(): Promise<void> {
		await Promise.all(this.#clients.map((client) => client.stop()));
	}
}
