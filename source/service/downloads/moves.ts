import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ignoreMissing } from '../../basics/error.ts';
import { within } from '../../basics/within.ts';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { hasBytesBeyond, selectedFiles } from '../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import type { Emit } from '../core/emit.ts';
import { clip, HttpError, reasonOf, unknownDownload } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { examineMove } from '../moving/examine-move.ts';
import { type MoveIntent, newIntent, savedMove, unfinishedMove } from '../moving/intent.ts';
import { MoveData, type MoveDataOptions } from '../moving/move-data.ts';
import { isUnmounted, MountPoints } from '../storage/mount-points.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import { type Destinations, refuseOwnFiles } from './destination.ts';
import type { DownloadRegistry } from './download-registry.ts';
import type { EngineController } from './engine-controller.ts';
import { foreignFiles } from './foreign-files.ts';
import type { PathOwners } from './path-owners.ts';
import type { Removals } from './removals.ts';

export const moveText = {
	moving: (to: string) => `This download is being moved to ${clip(to)}. Wait for that, or cancel it first.`,
	notMoving: 'This download is not being moved.',
	tooLate:
		'The data is at its new place, so the move cannot be cancelled any more. To undo it, move the download back.',
	failed: (from: string, to: string, reason: string) =>
		`The data was not moved to ${clip(to)}: ${reason}. It is in ${clip(from)} as before.`,
	stuck: (from: string, to: string, reason: string) =>
		`The data is partly in ${clip(to)} and cannot return to ${clip(from)}: ${reason}. Solve that, then resume the download.`,
	moved: (name: string, to: string) => `${name}: the data was moved to ${clip(to)}.`,
	left: (to: string, problem: string) =>
		`The data was moved to ${clip(to)}, but ${problem}. Delete it yourself.`,
	unchecked: (path: string) =>
		`Cannot move: ${clip(path)} is not checked yet, so it is unknown whether it is data of this download. Move it when its check has ended, or recheck it first if it is stopped.`,
	unmounted: (mountPoint: string) => `no disk is mounted at ${clip(mountPoint)} any more`,
	damaged: 'The metadata of this download is damaged, so its files are not known. Add its .torrent again.',
	stillMoving:
		'This download is still being moved, so it cannot be removed. Try again when its move has ended.',
	divided: (from: string, to: string) =>
		`The data is partly in ${clip(from)} and partly in ${clip(to)}, so it cannot be deleted. Resume the download to end its move, or remove it without its data.`,
};

/** Progress of a move, bytes. `size` is 0 until it is known. */
export interface MoveProgress {
	readonly moved: number;
	readonly size: number;
}

interface MovesOptions {
	readonly registry: DownloadRegistry;
	readonly controller: EngineController;
	readonly removals: Pick<Removals, 'untilRemoved'>;
	readonly owners: Pick<PathOwners, 'pathsOfOthers'>;
	readonly destinations: Destinations;
	readonly guard: PathGuard;
	readonly log: Log;
	readonly emit: Emit;
}

/** Time between attempts to save a step while the disk of the state folder is full. */
const SAVE_RETRY_MS = 2_000;
/** Time that a removal waits for the end of a move. */
const END_TIMEOUT_MS = 5_000;
/** Time that closing waits for interrupted moves. */
const CLOSE_TIMEOUT_MS = 2_000;

interface Job {
	readonly record: DownloadRecord;
	readonly stop: AbortController;
	/** Devices of both places. Undefined until the job waits for them. */
	devices: readonly number[] | undefined;
	isRunning: boolean;
	progress: MoveProgress;
	/** Never rejects. */
	ended: Promise<void>;
}

/**
 * Moves the data of downloads. The request is on the disk before anything changes. An interrupted move continues at
 * the next start. One move runs at a time on each disk, in the order of the list.
 */
export class Moves {
	readonly #options: MovesOptions;
	/** By infohash. */
	readonly #jobs = new Map<string, Job>();
	/** Devices in use by a running move. */
	readonly #busy = new Set<number>();
	/** Requests are examined one by one, because each may claim the paths of another one. */
	readonly #examinations = new Semaphore(1);
	readonly #mounts = new MountPoints();
	readonly #closing = new AbortController();

	constructor(options: MovesOptions) {
		this.#options = options;
	}

	/** Continues moves of the last run. */
	resume(): void {
		for (const record of this.#options.registry.records) if (unfinishedMove(record)) this.#begin(record);
	}

	/** Requests a move. It is durable when this resolves. Rejects with an HttpError if the data cannot be moved. */
	async start(record: DownloadRecord, destination: string): Promise<void> {
		if (unfinishedMove(record)?.to === resolve(destination)) return;
		refuseMoving(record);
		const to = await this.#options.destinations.prepare(destination);
		await this.#examinations.run(() => this.#start(record, to), this.#closing.signal);
	}

	async #start(record: DownloadRecord, to: string): Promise<void> {
		const { registry, removals, owners, destinations, guard } = this.#options;
		if (unfinishedMove(record)?.to === to) return;
		registry.requireListed(record);
		refuseMoving(record);
		await registry.readAhead(record);
		registry.requireListed(record);
		const metainfo = this.#options.registry.metainfo(record);
		if (!metainfo && record.totalPieces > 0)
			throw new HttpError(500, 'MetainfoDamagedError', moveText.damaged);
		if (metainfo) await refuseOwnFiles(guard, to, metainfo);
		const { infohash, name, destination: from } = record;
		await removals.untilRemoved({ infohash, name, destination: to }, 409);
		const mountPoint = await destinations.requireDisk(to);
		const selected = new Set(metainfo && selectedFiles(metainfo, record.selected));
		const foreign = metainfo ? await foreignIndices(record, metainfo, from) : [];
		const examined = await examineMove({
			files: filesOf(metainfo, foreign),
			from,
			to,
			guard,
			hasData: (file) =>
				metainfo !== undefined && selected.has(file) && hasBytesBeyond(metainfo, file, 0, record.bitfield),
			others: {
				from: await owners.pathsOfOthers(record, from),
				to: await owners.pathsOfOthers(record, to),
			},
		});
		registry.change(record, {
			moving: JSON.stringify(newIntent({ from, to, ...examined, foreign, mountPoint })),
		});
		this.#begin(record);
	}

	/** Returns everything to the old place. The request is durable on return. Throws an HttpError if it is too late. */
	cancel(record: DownloadRecord): void {
		const intent = unfinishedMove(record);
		if (!intent) throw new HttpError(409, 'NotMovingError', moveText.notMoving);
		if (intent.step === 'cleaning') throw new HttpError(409, 'MoveEndedError', moveText.tooLate);
		if (intent.step === 'stuck') this.retry(record);
		if (intent.step !== 'moving' && intent.step !== 'placing') return;
		this.#options.registry.change(record, { moving: JSON.stringify({ ...intent, step: 'returning' }) });
		this.#jobs.get(record.infohash)?.stop.abort(new Error('the move was cancelled'));
	}

	/** Continues a move whose return failed. */
	retry(record: DownloadRecord): void {
		if (unfinishedMove(record) && !this.#jobs.has(record.infohash)) this.#begin(record);
	}

	/** Cancels the move of a download that is removed, or waits for its end. Rejects with an HttpError if it lasts. */
	async end(record: DownloadRecord, withData: boolean): Promise<void> {
		const step = unfinishedMove(record)?.step;
		if (step === undefined) return;
		if (step === 'moving' || step === 'placing') this.cancel(record);
		const job = this.#jobs.get(record.infohash);
		if (job) await within(job.ended, END_TIMEOUT_MS, undefined);
		const left = unfinishedMove(record);
		if (!left) return;
		if (this.#jobs.has(record.infohash))
			throw new HttpError(409, 'MoveInProgressError', moveText.stillMoving);
		if (withData) throw new HttpError(409, 'MoveInProgressError', moveText.divided(left.from, left.to));
	}

	/** Returns the progress of an unfinished move; undefined for other downloads. */
	progress(record: DownloadRecord): MoveProgress | undefined {
		return this.#jobs.get(record.infohash)?.progress;
	}

	/** Interrupts running moves. They continue at the next start. */
	async close(): Promise<void> {
		this.#closing.abort(new Error('the service is stopping'));
		for (const { stop } of this.#jobs.values()) stop.abort(this.#closing.signal.reason);
		await within(Promise.all([...this.#jobs.values()].map(({ ended }) => ended)), CLOSE_TIMEOUT_MS, []);
	}

	#begin(record: DownloadRecord): void {
		if (this.#closing.signal.aborted) return;
		const job: Job = {
			record,
			stop: new AbortController(),
			devices: undefined,
			isRunning: false,
			progress: { moved: 0, size: 0 },
			ended: Promise.resolve(),
		};
		this.#jobs.set(record.infohash, job);
		job.ended = this.#prepare(job);
	}

	/** Stops the download in the engine, waits for both disks and moves the data. */
	async #prepare(job: Job): Promise<void> {
		const { record } = job;
		const { controller } = this.#options;
		let restarts = false;
		try {
			await controller.finish(record, async () => {});
			const { from, to } = unfinishedMove(record) ?? {};
			if (from === undefined || to === undefined) return;
			job.devices = [await deviceOf(from), await deviceOf(to)];
			await this.#untilFree(job);
			restarts = await this.#run(job);
		} catch (error) {
			if (!this.#closing.signal.aborted) await this.#fail(record, reasonOf(error)).catch(() => {});
		} finally {
			if (job.isRunning) for (const device of job.devices ?? []) this.#busy.delete(device);
			this.#jobs.delete(record.infohash);
			this.#pump();
		}
		if (restarts) void controller.startDownload(record);
	}

	readonly #wakes = new Map<Job, () => void>();

	/** Resolves when no running move uses the disks of a job, or when the job is cancelled. */
	async #untilFree(job: Job): Promise<void> {
		const started = new Promise<void>((resolve) => this.#wakes.set(job, resolve));
		const wake = () => this.#wakes.get(job)?.();
		job.stop.signal.addEventListener('abort', wake);
		this.#pump();
		if (job.stop.signal.aborted) wake();
		await started;
		this.#wakes.delete(job);
	}

	/** Starts waiting jobs whose disks are free, in the order of the list. */
	#pump(): void {
		for (const { infohash } of this.#options.registry.records) {
			const job = this.#jobs.get(infohash);
			const wake = job && this.#wakes.get(job);
			if (!job?.devices || !wake || job.isRunning || job.devices.some((device) => this.#busy.has(device)))
				continue;
			job.isRunning = true;
			for (const device of job.devices) this.#busy.add(device);
			wake();
		}
	}

	/** Runs the steps of a move to its end. Resolves with whether the download may run again. */
	async #run(job: Job): Promise<boolean> {
		const { record } = job;
		const { registry } = this.#options;
		const isClosing = () => this.#closing.signal.aborted;
		await registry.readAhead(record);
		const metainfo = this.#options.registry.metainfo(record);
		if (!metainfo && record.totalPieces > 0) throw new Error(moveText.damaged);
		const intent = await this.#withArrived(record, metainfo);
		const files = filesOf(metainfo, intent?.foreign ?? []);
		if (intent && !isReturning(intent)) await this.#move(job, intent, files);
		const returning = unfinishedMove(record);
		if (returning && isReturning(returning) && !isClosing()) await this.#revert(job, returning, files);
		return !isClosing() && unfinishedMove(record) === undefined;
	}

	/** Returns the intent, without files of the user that got right data before the download was stopped. */
	async #withArrived(
		record: DownloadRecord,
		metainfo: Metainfo | undefined,
	): Promise<MoveIntent | undefined> {
		const intent = unfinishedMove(record);
		if (!metainfo || intent?.step !== 'moving') return intent;
		const foreign = intent.foreign.filter((index) => {
			const file = metainfo.files[index];
			return !file || !hasBytesBeyond(metainfo, file, 0, record.bitfield);
		});
		// Saved before the first file moves, because copies have the numbers of the files.
		if (foreign.length < intent.foreign.length) await this.#save(record, { ...intent, foreign });
		return unfinishedMove(record);
	}

	/** Moves the data. A failure changes the step to 'returning', unless everything is at the new place. */
	async #move(job: Job, intent: MoveIntent, files: MoveDataOptions['files']): Promise<void> {
		const { record, stop } = job;
		const { log } = this.#options;
		try {
			// Copies would fill the disk of the empty folder.
			if (isUnmounted(await this.#mounts.find(intent.to), intent.mountPoint))
				throw new Error(moveText.unmounted(intent.mountPoint));
			const problems = await this.#dataOf(job, intent, files, stop.signal).move();
			for (const problem of problems) log('warning', `${nameOf(record)}: ${problem}`);
			await this.#complete(record, intent, problems[0]);
		} catch (error) {
			if (this.#closing.signal.aborted) return;
			const failed = unfinishedMove(record);
			if (failed?.step === 'cleaning') await this.#complete(record, intent, reasonOf(error));
			// A cancelled move is 'returning' already.
			else if (failed && !isReturning(failed))
				await this.#save(record, { ...failed, step: 'returning', error: reasonOf(error) });
		}
	}

	/** Ends a move. `problem`: why old files are left; undefined for none. */
	async #complete(record: DownloadRecord, intent: MoveIntent, problem: string | undefined): Promise<void> {
		const { to } = intent;
		this.#options.log('info', moveText.moved(nameOf(record), to));
		if (problem === undefined) {
			await this.#saveText(record, '');
			return;
		}
		const error = moveText.left(to, problem);
		await this.#saveText(record, JSON.stringify({ ...intent, step: 'failed', error, kept: [] }));
		this.#options.emit('torrent_error', { infohash: record.infohash, error });
	}

	async #revert(job: Job, saved: MoveIntent, files: MoveDataOptions['files']): Promise<void> {
		const { record } = job;
		const { registry, log, emit } = this.#options;
		const { from, to, error: reason } = saved;
		const intent: MoveIntent = { ...saved, step: 'returning' };
		if (saved.step === 'stuck') {
			registry.applyChange(record, { error: '' });
			await this.#save(record, intent);
		}
		await this.#dataOf(job, intent, files, this.#closing.signal).revert();
		if (reason === '') {
			await this.#saveText(record, '');
			return;
		}
		const text = moveText.failed(from, to, reason);
		log('warning', `${nameOf(record)}: ${text}`);
		await this.#save(record, { ...intent, step: 'failed', error: text, kept: [] });
		emit('torrent_error', { infohash: record.infohash, error: text });
	}

	/** Stops a download whose data cannot return. */
	async #fail(record: DownloadRecord, reason: string): Promise<void> {
		const { registry, log, emit } = this.#options;
		const intent = unfinishedMove(record);
		if (!intent) return;
		const text = moveText.stuck(intent.from, intent.to, reason);
		log('warning', `${nameOf(record)}: ${text}`);
		const destination = intent.step === 'cleaning' ? intent.to : intent.from;
		await this.#saveText(record, JSON.stringify({ ...intent, step: 'stuck' }), undefined, { destination });
		registry.applyChange(record, { error: text, unverified: true });
		emit('torrent_error', { infohash: record.infohash, error: text });
	}

	#dataOf(job: Job, intent: MoveIntent, files: MoveDataOptions['files'], signal: AbortSignal): MoveData {
		return new MoveData(intent, {
			files,
			guard: this.#options.guard,
			signal,
			save: async (step) => {
				signal.throwIfAborted();
				await this.#save(job.record, step, signal);
			},
			onProgress: (moved, size) => {
				job.progress = { moved: Math.floor(moved), size };
			},
		});
	}

	async #save(record: DownloadRecord, intent: MoveIntent, signal?: AbortSignal): Promise<void> {
		const { step, to, from, mountPoint } = intent;
		const place = step === 'cleaning' ? { destination: to, mountPoint } : { destination: from };
		await this.#saveText(record, JSON.stringify(intent), signal, place);
	}

	/** Saves a step. Retries while the disk of the state folder is full. */
	async #saveText(
		record: DownloadRecord,
		moving: string,
		signal: AbortSignal = this.#closing.signal,
		change: Partial<DownloadRecord> = {},
	): Promise<void> {
		const { registry } = this.#options;
		for (;;) {
			signal.throwIfAborted();
			if (registry.get(record.infohash) !== record) throw unknownDownload(record.infohash);
			try {
				registry.change(record, { ...change, moving });
				return;
			} catch {
				// The registry has reported the reason.
				await delay(SAVE_RETRY_MS, undefined, { signal });
			}
		}
	}
}

function isReturning({ step }: MoveIntent): boolean {
	return step === 'returning' || step === 'stuck';
}

/** Throws an HttpError while a download is being moved. */
export function refuseMoving(record: DownloadRecord): void {
	const intent = unfinishedMove(record);
	if (intent) throw new HttpError(409, 'MoveInProgressError', moveText.moving(intent.to));
}

/** Returns why the last move failed; undefined if it did not. */
export function moveFailure(record: DownloadRecord): string | undefined {
	const intent = savedMove(record);
	return intent?.step === 'failed' ? intent.error : undefined;
}

/** Returns the indices of the user's files. Throws an HttpError if only a check can find out which these are. */
export async function foreignIndices(
	{ ownFiles, bitfield }: Pick<DownloadRecord, 'ownFiles' | 'bitfield'>,
	metainfo: Metainfo,
	from: string,
): Promise<number[]> {
	// The download still runs, and its first check may end meanwhile.
	const foreign = await foreignFiles({ ownFiles, bitfield }, metainfo, from);
	const [unknown] = foreign;
	if (unknown && bitfield.length === 0)
		throw new HttpError(409, 'UncheckedDataError', moveText.unchecked(join(from, unknown.diskPath)));
	return [...metainfo.files.entries()].flatMap(([index, file]) => (foreign.has(file) ? [index] : []));
}

/** Returns the files to move. Those of the user stay. */
function filesOf(metainfo: Metainfo | undefined, foreign: readonly number[]): MetainfoFile[] {
	const stay = new Set(foreign);
	return (metainfo?.files ?? []).filter((file, index) => !file.padding && !stay.has(index));
}

/** Returns the device of a path, or of its nearest existing folder. */
async function deviceOf(path: string): Promise<number> {
	const found = await stat(path).catch(ignoreMissing);
	return found || path === dirname(path) ? (found?.dev ?? 0) : deviceOf(dirname(path));
}
