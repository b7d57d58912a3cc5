import { lstat } from 'node:fs/promises';
import { codeOf } from '../../basics/error.ts';
import type { Labels } from '../labels/labels.ts';
import type { Queue } from '../queue/queue.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { rootOf } from '../storage/root-of.ts';
import { type Addition, newRecord, requireHops } from './addition.ts';
import { type Destinations, refuseOwnFiles } from './destination.ts';
import type { DownloadRegistry } from './download-registry.ts';
import type { EngineController } from './engine-controller.ts';
import { type Importation, importedRecord } from './importation.ts';
import type { Removals } from './removals.ts';
import { completion, knownTrackers, moreSources } from './repeated-source.ts';

interface AdditionsOptions {
	readonly registry: DownloadRegistry;
	readonly controller: EngineController;
	readonly queue: Queue;
	readonly removals: Removals;
	readonly destinations: Destinations;
	readonly labels: Labels;
	readonly guard: PathGuard;
}

/** Adds downloads. They are on the disk before a method resolves; the engine follows later. */
export class Additions {
	readonly #options: AdditionsOptions;

	constructor(options: AdditionsOptions) {
		this.#options = options;
	}

	/** Adds a download or returns the existing one. A download being removed is added after its removal. */
	async add(addition: Addition): Promise<DownloadRecord> {
		const { registry, controller, queue, removals, destinations, labels, guard } = this.#options;
		const { source, destination, hops } = addition;
		const { infohash } = source.kind === 'torrent' ? source.metainfo : source.magnet;
		if (source.kind === 'torrent' && !registry.get(infohash))
			await refuseOwnFiles(guard, destination, source.metainfo);
		const { name } = source.kind === 'torrent' ? source.metainfo : source.magnet;
		const mountPoint = await destinations.requireDisk(destination);
		const hasData = source.kind !== 'torrent' || (await exists(rootOf({ name }, destination)));
		await removals.untilRemoved({ infohash, name, destination });
		const existing = registry.get(infohash);
		if (existing) {
			requireHops(existing, hops);
			await registry.readAhead(existing);
			// Otherwise it was removed meanwhile.
			if (registry.get(infohash) === existing) this.#merge(existing, addition);
			return existing;
		}
		controller.requireRoute(hops);
		const record = newRecord(addition);
		record.mountPoint = mountPoint;
		// The engine may finish it after a kill of the service, before its first status.
		if (!hasData) record.timeFinished = 0;
		labels.ensure(record.label);
		const torrent = source.kind === 'torrent' ? source.bytes : undefined;
		registry.add(record, torrent);
		queue.decide();
		void controller.startDownload(record, torrent);
		return record;
	}

	/**
	 * Adds a download of another client with its progress. An existing one stays as it is. Resolves with whether it was
	 * added.
	 */
	async import(importation: Importation): Promise<boolean> {
		const { registry, controller, removals, destinations, labels, guard } = this.#options;
		const { source, destination } = importation;
		const { infohash, name } = source.metainfo;
		if (registry.get(infohash)) return false;
		const record = importedRecord(importation);
		await refuseOwnFiles(guard, destination, source.metainfo);
		record.mountPoint = await destinations.requireDisk(destination);
		await removals.untilRemoved({ infohash, name, destination }, 409);
		if (registry.get(infohash)) return false;
		labels.ensure(record.label);
		registry.add(record, source.bytes);
		void controller.startDownload(record);
		return true;
	}

	/**
	 * Adds the new parts of a repeated source: missing or damaged metadata, trackers, web seeds, peers of a magnet
	 * link.
	 */
	#merge(record: DownloadRecord, addition: Addition): void {
		const { registry, controller } = this.#options;
		const { source } = addition;
		const metainfo = registry.metainfo(record);
		if (source.kind === 'torrent' && !metainfo) {
			const damaged = registry.damage(record) !== undefined;
			registry.change(record, completion(record, source, addition, damaged), source.bytes);
			registry.measureProgress(record);
			void controller.restart(record);
			return;
		}
		const more = moreSources(record, metainfo, source);
		const kept = more.trackers.length + more.webSeeds.length;
		if (kept > 0) {
			registry.change(record, {
				trackers: [...knownTrackers(record, metainfo), ...more.trackers],
				webSeeds: [...record.webSeeds, ...more.webSeeds],
			});
		}
		if (kept + more.peers.length > 0) void controller.addSources(record, more);
	}
}

/** Whether there may be something at a path. */
function exists(path: string): Promise<boolean> {
	return lstat(path).then(
		() => true,
		(error: unknown) => codeOf(error) !== 'ENOENT',
	);
}
