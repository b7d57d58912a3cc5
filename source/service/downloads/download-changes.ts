import type { MetainfoFile } from '../../metainfo/metainfo.ts';
import type { EnginePhase } from '../engine/port.ts';
import { HttpError, invalidParameter } from '../http/http-error.ts';
import type { LabelProperties } from '../labels/label-store.ts';
import type { Labels } from '../labels/labels.ts';
import type { Queue } from '../queue/queue.ts';
import { type SeedingEnd, shareRatio } from '../seeding/seeding-end.ts';
import { type EffectiveLimits, reachedLimits } from '../seeding/seeding-limits.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { checkSelection } from './addition.ts';
import type { DownloadContent } from './download-content.ts';
import type { DownloadRegistry } from './download-registry.ts';
import type { EngineController } from './engine-controller.ts';
import { type PriorityChange, withPriorities } from './file-priorities.ts';
import { isMissingRoute } from './hops.ts';
import { type Moves, refuseMoving } from './moves.ts';
import type { Removals } from './removals.ts';
import { requireTracker } from './tracker-changes.ts';

/** Phases in which a download is in its swarm. */
const announcedPhases: ReadonlySet<EnginePhase> = new Set(['metadata', 'downloading', 'seeding']);

const announceText = {
	stopped: 'The download is stopped. Resume it, then announce it.',
	starting: 'The download has not joined its swarm yet. It announces itself when it does.',
	noEngine: 'The engine does not respond. Try again when it does.',
} as const;

const notAnnounced = (text: string) => new HttpError(409, 'NotAnnouncedError', text);

interface DownloadChangesOptions {
	readonly registry: DownloadRegistry;
	readonly controller: EngineController;
	readonly content: DownloadContent;
	readonly queue: Queue;
	readonly moves: Moves;
	readonly removals: Removals;
	readonly labels: Labels;
	readonly seedingEnd: SeedingEnd;
	/** Returns the seeding limits in effect of a download. */
	readonly seedingLimits: (record: DownloadRecord) => EffectiveLimits;
}

/** Fields of a download that requests change directly. */
type ChangedField =
	| 'maxDownloadSpeed'
	| 'maxUploadSpeed'
	| 'selected'
	| 'priorities'
	| 'sequential'
	| 'givenName'
	| 'label'
	| 'seedingRatio'
	| 'seedingMinutes'
	| 'trackers'
	| 'ownTrackers';

/** Requested values. Undefined ones stay. */
export type RequestedChange = {
	readonly [Name in Exclude<ChangedField, 'priorities'>]?: DownloadRecord[Name] | undefined;
} & {
	/** Priorities of other files stay. A file that is not selected keeps its priority. */
	readonly priorities?: PriorityChange | undefined;
};

/** Calls that bring a changed field to the engine. */
const engineCalls: Partial<Record<ChangedField, 'limit' | 'select' | 'setOrder' | 'setTrackers'>> = {
	maxDownloadSpeed: 'limit',
	maxUploadSpeed: 'limit',
	label: 'limit',
	selected: 'select',
	priorities: 'setOrder',
	sequential: 'setOrder',
	trackers: 'setTrackers',
};

/** Requested changes of downloads. They are on the disk before a method returns; the engine follows later. */
export class DownloadChanges {
	readonly #options: DownloadChangesOptions;

	constructor(options: DownloadChangesOptions) {
		this.#options = options;
	}

	/** Throws the error of a change that will be refused, so that a request with several changes has all or none. */
	check(record: DownloadRecord, change: RequestedChange, recheck: boolean): void {
		this.#recordChange(record, change);
		if (recheck) requireCheckable(record);
	}

	/** Changes fields of a download. An unknown label is created. */
	apply(record: DownloadRecord, requested: RequestedChange): void {
		const { registry, controller, labels } = this.#options;
		const change = this.#recordChange(record, requested);
		if (Object.keys(change).length === 0) return;
		if (change.label !== undefined) labels.ensure(change.label);
		registry.change(record, change);
		if (change.selected !== undefined) registry.measureProgress(record);
		const calls = Object.entries(engineCalls).flatMap(([name, call]) => (name in change ? [call] : []));
		for (const call of new Set(calls)) void controller[call](record);
	}

	/** Returns the change of the record. Throws if a part of it is refused. */
	#recordChange(record: DownloadRecord, requested: RequestedChange): Partial<DownloadRecord> {
		const { selected, label, priorities } = requested;
		if (selected !== undefined) checkSelection(selected, this.#filesOf(record).length);
		const merged = priorities && withPriorities(record.priorities, priorities, this.#filesOf(record).length);
		if (label !== undefined) this.#options.labels.check(label);
		const values = Object.entries({ ...requested, priorities: merged });
		return Object.fromEntries(values.filter(([, value]) => value !== undefined));
	}

	/** Throws the 400 while the metadata is missing. */
	#filesOf(record: DownloadRecord): readonly MetainfoFile[] {
		const metainfo = this.#options.registry.metainfo(record);
		if (metainfo) return metainfo.files;
		throw invalidParameter('The files are not known yet: the metadata of this download has not arrived.');
	}

	stop(record: DownloadRecord): void {
		this.#options.registry.change(record, {
			requestedState: 'stopped',
			checking: false,
			forced: false,
			ended: '',
			error: '',
			waitsFor: null,
		});
		void this.#options.controller.stopDownload(record);
		this.#options.queue.decide();
	}

	/**
	 * Resumes a download. After an error that casts doubt on its data, all of it is checked. One that waits in the queue
	 * starts at once, and does not wait again until it is stopped. A limit of seeding that it has reached does not apply
	 * to it any more.
	 */
	resume(record: DownloadRecord): void {
		const forced = record.forced || (record.queued && record.requestedState === 'running');
		this.#options.registry.change(record, {
			requestedState: 'running',
			forced,
			ended: '',
			error: '',
			waitsFor: null,
			...this.#withoutReached(record),
		});
		this.#options.moves.retry(record);
		this.#options.queue.decide();
		void this.#options.controller.startDownload(record);
	}

	/**
	 * Hashes all data on the disk. Pieces that are missing are accepted as lost, but not by a check that another start of
	 * the service continues. Afterwards the download continues in its previous state, and may write its existing files.
	 */
	recheck(record: DownloadRecord): void {
		requireCheckable(record);
		this.#options.registry.change(record, {
			checking: true,
			acceptsLoss: true,
			error: '',
			usesFiles: true,
			waitsFor: null,
		});
		void this.#options.controller.restart(record);
	}

	/** Moves the download to a new route: it leaves its swarm and joins again. Resolves when it has joined. */
	async changeHops(record: DownloadRecord, hops: number): Promise<void> {
		this.#options.controller.requireRoute(hops);
		if (record.hops === hops) return;
		// An error about the missing route is outdated.
		const error = isMissingRoute(record.error) ? '' : record.error;
		this.#options.registry.change(record, { hops, error });
		await this.#options.controller.restart(record);
	}

	/** Returns own limits of a download that replace those that it has reached. */
	#withoutReached(record: DownloadRecord): Partial<DownloadRecord> {
		if (record.totalPieces === 0 || record.progress < 1) return {};
		const progress = { ratio: shareRatio(record), seconds: this.#options.seedingEnd.secondsOf(record) };
		const reached = reachedLimits(this.#options.seedingLimits(record), progress);
		return {
			...(reached.includes('ratio') ? { seedingRatio: 0 } : {}),
			...(reached.includes('minutes') ? { seedingMinutes: 0 } : {}),
		};
	}

	/** Renames a label, or removes it if `to` is empty, also of its downloads. `change`: its other properties. */
	relabel(from: string, to: string, change: Partial<LabelProperties> = {}): void {
		const { registry, controller, labels } = this.#options;
		const records = [...registry.records, ...registry.hidden].filter(({ label }) => label === from);
		const relabel = (write: () => void) => registry.changeAll(records, { label: to }, write);
		if (to === '') labels.remove(from, relabel);
		else labels.rename(from, to, change, relabel);
		for (const record of records) void controller.limit(record);
	}

	/** Applies the limits of a label to its downloads. */
	applyLabel(label: string): void {
		for (const record of this.#options.registry.records)
			if (record.label === label && this.#options.registry.live(record.infohash))
				void this.#options.controller.limit(record);
	}

	/** Removes a download and, if requested, its data. Cancels its move. Resolves early when deleting takes long. */
	async remove(record: DownloadRecord, withData: boolean): Promise<void> {
		await this.#options.moves.end(record, withData);
		await this.#options.removals.remove(record, withData);
	}

	/**
	 * Announces a download to its trackers, the DHT and local discovery at once, or to the tracker `url` alone. Throws the
	 * 409 for a download that is not in its swarm, and the 404 for an unknown tracker.
	 */
	async announce(record: DownloadRecord, url?: string): Promise<void> {
		if (url !== undefined) requireTracker(record.trackers ?? [], url);
		const phase = this.#options.registry.current(record.infohash)?.phase;
		if (!this.#options.content.arrives(record)) throw notAnnounced(announceText.stopped);
		if (phase === undefined || !announcedPhases.has(phase)) throw notAnnounced(announceText.starting);
		if (!(await this.#options.controller.announce(record, url))) throw notAnnounced(announceText.noEngine);
	}
}

/** Throws the error for a download whose data cannot be checked now. */
function requireCheckable(record: DownloadRecord): void {
	if (record.totalPieces === 0) {
		throw invalidParameter('There is nothing to check yet: the metadata of this download has not arrived.');
	}
	refuseMoving(record);
}
