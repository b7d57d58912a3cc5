import { deleteData, placeOf } from '../../metainfo/delete-data.ts';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import { Fault, unknownDownload } from '../fault.ts';
import type { Log } from '../log.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { Book } from './book.ts';
import type { EngineLink } from './engine-link.ts';
import { within } from './within.ts';

export interface RemovalsOptions {
	readonly book: Book;
	readonly link: EngineLink;
	readonly log: Log;
	readonly guard: PathGuard;
	/** The metainfo of a download; undefined while it is missing, and when it is damaged. */
	readonly metainfo: (record: DownloadRecord) => Metainfo | undefined;
}

/** Removes downloads, and their data when that is asked for. */
export class Removals {
	readonly #options: RemovalsOptions;
	/** Those under way, by infohash. They never reject. */
	readonly #leaving = new Map<string, Promise<void>>();

	constructor(options: RemovalsOptions) {
		this.#options = options;
	}

	/** The end of the removal of such a download; undefined when none is under way. */
	leaving(infohash: string): Promise<void> | undefined {
		return this.#leaving.get(infohash);
	}

	/**
	 * Removes a download and, if asked, its data. The record goes last: what was begun can be done again. If the engine
	 * does not respond, a download without its data is removed at once, and the engine ends it later.
	 */
	async remove(record: DownloadRecord, withData: boolean): Promise<void> {
		const { book, link } = this.#options;
		book.change(record, { wanted: 'stopped', checking: false });
		let release = (): void => {};
		const released = new Promise<boolean>((resolve) => {
			release = () => resolve(true);
		});
		const removed = link.finish(record, () => {
			release();
			return this.#finish(record, withData);
		});
		const forget = () => {
			if (this.#leaving.get(record.infohash) === left) this.#leaving.delete(record.infohash);
		};
		const left: Promise<void> = removed.then(forget, forget);
		this.#leaving.set(record.infohash, left);
		// The engine may still write the data, so only the record can go before the engine has let go of it.
		if (await within(Promise.race([released, removed]), link.orderTimeout, false)) return removed;
		if (withData) {
			throw new Fault(
				503,
				'EngineUnresponsiveError',
				'The download is stopped, but the engine does not respond: its data is deleted when the engine responds or is replaced.',
			);
		}
		if (book.get(record.infohash) === record) book.forget(record);
	}

	/** The engine has let go of the download. */
	async #finish(record: DownloadRecord, withData: boolean): Promise<void> {
		const { book } = this.#options;
		if (withData) await book.readAhead(record);
		if (book.get(record.infohash) !== record) throw unknownDownload(record.infohash);
		const metainfo = withData ? this.#options.metainfo(record) : undefined;
		const damage = withData && !metainfo ? book.damage(record) : undefined;
		if (damage !== undefined) throw new Fault(500, 'MetainfoDamagedError', damage);
		if (metainfo) await this.#deleteData(record, metainfo);
		book.forget(record);
	}

	async #deleteData(record: DownloadRecord, metainfo: Metainfo): Promise<void> {
		const { problems } = await deleteData(
			metainfo,
			record.destination,
			this.#placesOfOthers(record),
			(path, kind) => this.#options.guard.reasonToKeep(path, kind),
		);
		for (const problem of problems) this.#options.log('warning', problem);
		const [first] = problems;
		if (first === undefined) return;
		const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see the log)` : '';
		throw new Fault(
			500,
			'RemoveDataError',
			`The download stays, stopped, since not all of its data could be deleted: ${first}${more}. To keep the rest, remove the download without its data.`,
		);
	}

	/** Where other downloads have files that this one may have too: torrents of the same name in the same folder. */
	#placesOfOthers(record: DownloadRecord): ReadonlySet<string> {
		const { book, metainfo } = this.#options;
		const places = new Set<string>();
		for (const other of book.records) {
			const near = other.destination === record.destination && other.name === record.name;
			if (!near || other === record) continue;
			for (const { diskPath } of metainfo(other)?.files ?? []) places.add(placeOf(diskPath));
		}
		return places;
	}
}
