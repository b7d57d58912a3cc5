import { join } from 'node:path';
import { within } from '../../basics/within.ts';
import { deleteData } from '../../metainfo/delete-data.ts';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import type { Emit } from '../core/emit.ts';
import { HttpError, reasonOf, unknownDownload } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import { type DownloadRecord, nameOf, type Removing } from '../storage/record.ts';
import { rootOf } from '../storage/root-of.ts';
import type { DownloadRegistry } from './download-registry.ts';
import type { EngineController } from './engine-controller.ts';
import { foreignFiles } from './foreign-files.ts';
import { overlap, type PathOwners } from './path-owners.ts';

export const removalText = {
	inProgress: (name: string, withData: boolean) =>
		`${name} is still being removed, so it cannot be added: ${withData ? 'its data is being deleted' : 'the engine does not respond'}. Add it again later.`,
	samePlace: (name: string, withData: boolean) =>
		`The place of the data has files of ${name}, which is still being removed: ${withData ? 'its data is being deleted' : 'the engine does not respond'}. Try again later.`,
	engineSilent:
		'The download is stopped, but the engine does not respond: its data is deleted when the engine responds or is replaced.',
	kept: (name: string, path: string, more: number) =>
		`${name}: ${path}${more > 0 ? ` and ${more} more` : ''} not deleted, because no data of the download is known there.`,
	dataLeft: (problem: string, more: number) =>
		`The download stays, stopped, since not all of its data could be deleted: ${problem}${more > 0 ? ` (and ${more} more, see the log)` : ''}. To keep the rest, remove the download without its data.`,
};

interface RemovalsOptions {
	readonly registry: DownloadRegistry;
	readonly controller: EngineController;
	readonly owners: Pick<PathOwners, 'pathsOfOthers'>;
	readonly log: Log;
	readonly emit: Emit;
	readonly guard: PathGuard;
}

/** Time a request waits for its removal. A longer removal ends with an event. */
const RESPONSE_TIMEOUT_MS = 500;
/** Time an add request waits for the removal of the same data. */
const ADD_TIMEOUT_MS = 5_000;

/** Time that closing waits for interrupted removals. */
const CLOSE_TIMEOUT_MS = 500;

/** A removal in progress. */
interface Removal {
	readonly record: DownloadRecord;
	/** Never rejects. */
	readonly ended: Promise<void>;
}

/**
 * Removes downloads and, if requested, their data. The request is on the disk before anything is deleted. An
 * interrupted removal continues at the next start.
 */
export class Removals {
	readonly #options: RemovalsOptions;
	/** By infohash. */
	readonly #removals = new Map<string, Removal>();
	readonly #stop = new AbortController();

	constructor(options: RemovalsOptions) {
		this.#options = options;
	}

	/** Continues removals of the last run. */
	resume(): void {
		for (const record of this.#options.registry.hidden) this.#begin(record, record.removing, () => true);
	}

	/**
	 * Resolves when no removal has the same infohash or overlapping data, which could delete new data. Throws an
	 * HttpError with `status` if that takes long. The interface demands 500 of its own endpoints (part 7).
	 */
	async untilRemoved(
		addition: Pick<DownloadRecord, 'infohash' | 'name' | 'destination'>,
		status = 500,
	): Promise<void> {
		const removal = () =>
			[...this.#removals.values()].find(
				({ record }) =>
					record.infohash === addition.infohash ||
					// A magnet link may have no name.
					(addition.name !== '' &&
						overlap(rootOf(record, record.destination), rootOf(addition, addition.destination))),
			);
		const deadline = performance.now() + ADD_TIMEOUT_MS;
		for (let found = removal(); found; found = removal()) {
			const ended = found.ended.then(() => true);
			if (await within(ended, Math.max(0, deadline - performance.now()), false)) continue;
			const { record } = found;
			const text = record.infohash === addition.infohash ? removalText.inProgress : removalText.samePlace;
			const message = text(nameOf(record), record.removing === 'data');
			throw new HttpError(status, 'RemovalInProgressError', message);
		}
	}

	/**
	 * Resolves when the download is removed, or early when deleting takes long. Then an event reports the end. If
	 * the engine does not respond, a removal that keeps the data succeeds at once. The engine stops the download
	 * later.
	 */
	async remove(record: DownloadRecord, withData: boolean): Promise<void> {
		const { registry, controller } = this.#options;
		const removing = withData ? 'data' : 'record';
		registry.change(record, { requestedState: 'stopped', checking: false, removing });
		let answered = false;
		const { released, removed } = this.#begin(record, removing, () => answered);
		// The engine may still write data. Until it has stopped, only the record can be removed.
		if (await within(Promise.race([released, removed]), controller.callTimeout, false)) {
			await within(removed, RESPONSE_TIMEOUT_MS, true);
			answered = true;
			return;
		}
		answered = true;
		if (withData) {
			throw new HttpError(503, 'EngineUnresponsiveError', removalText.engineSilent);
		}
		if (registry.get(record.infohash) === record) this.#forget(record);
	}

	/** Interrupts running removals. They continue at the next start. */
	async close(): Promise<void> {
		this.#stop.abort(new Error('the service is stopping'));
		const all = Promise.all([...this.#removals.values()].map(({ ended }) => ended));
		// A removal that still waits for the engine ends with it.
		await within(all, CLOSE_TIMEOUT_MS, []);
	}

	/**
	 * `answered` returns whether the request has its response; a later failure is reported by an event. `released`
	 * resolves when the engine has stopped the download. `removed` rejects with the failure.
	 */
	#begin(
		record: DownloadRecord,
		removing: Removing,
		answered: () => boolean,
	): { released: Promise<true>; removed: Promise<true> } {
		let release = (_: true): void => {};
		const released = new Promise<true>((resolve) => {
			release = resolve;
		});
		const removed = this.#options.controller
			.finish(record, () => {
				release(true);
				return this.#finish(record, removing);
			})
			.then(
				(): true => true,
				(error: unknown) => {
					this.#fail(record, error, answered());
					throw error;
				},
			);
		const forget = () => {
			if (this.#removals.get(record.infohash)?.ended === ended) this.#removals.delete(record.infohash);
		};
		const ended: Promise<void> = removed.then(forget, forget);
		this.#removals.set(record.infohash, { record, ended });
		return { released, removed };
	}

	/** Completes a removal after the engine has stopped the download. */
	async #finish(record: DownloadRecord, removing: Removing): Promise<void> {
		const { registry } = this.#options;
		this.#stop.signal.throwIfAborted();
		const withData = removing === 'data';
		// An earlier failed removal has cleared the field.
		if (registry.get(record.infohash) === record && record.removing !== removing)
			registry.change(record, { removing });
		if (registry.get(record.infohash) === record) registry.hide(record);
		else if (![...registry.hidden].includes(record)) throw unknownDownload(record.infohash);
		if (withData) await registry.readAhead(record);
		const metainfo = withData ? this.#options.registry.metainfo(record) : undefined;
		const damage = withData && !metainfo ? registry.damage(record) : undefined;
		if (damage !== undefined) throw new HttpError(500, 'MetainfoDamagedError', damage);
		if (metainfo) await this.#deleteData(record, metainfo);
		this.#forget(record);
	}

	#forget(record: DownloadRecord): void {
		const { registry, emit } = this.#options;
		const { infohash, removing } = record;
		registry.remove(record);
		emit('torrent_removed', { infohash, name: nameOf(record), data_removed: removing === 'data' });
	}

	/** Lists the download again, stopped with an error. */
	#fail(record: DownloadRecord, error: unknown, answered: boolean): void {
		const { registry, log, emit } = this.#options;
		// An interrupted removal continues at the next start.
		if (this.#stop.signal.aborted) return;
		// The engine failed to stop the download, so the next start must not delete its data.
		if (registry.get(record.infohash) === record) registry.applyChange(record, { removing: '' });
		// Another removal of the same download may have succeeded.
		if (![...registry.hidden].includes(record)) return;
		const reason = reasonOf(error);
		log('warning', `${nameOf(record)}: ${reason}`);
		registry.restore(record, answered ? reason : record.error);
		if (answered) emit('torrent_error', { infohash: record.infohash, error: reason });
	}

	async #deleteData(record: DownloadRecord, metainfo: Metainfo): Promise<void> {
		const { owners, guard, log } = this.#options;
		const others = await owners.pathsOfOthers(record, record.destination, true);
		const foreign = [...(await foreignFiles(record, metainfo, record.destination))];
		const [kept] = foreign;
		if (kept)
			log(
				'info',
				removalText.kept(nameOf(record), join(record.destination, kept.diskPath), foreign.length - 1),
			);
		const { problems } = await deleteData(metainfo, record.destination, {
			keep: new Set([...others, ...foreign.map(({ diskPath }) => diskPath)]),
			guard,
			signal: this.#stop.signal,
		});
		for (const problem of problems) log('warning', problem);
		const [first] = problems;
		if (first === undefined) return;
		throw new HttpError(500, 'RemoveDataError', removalText.dataLeft(first, problems.length - 1));
	}
}
