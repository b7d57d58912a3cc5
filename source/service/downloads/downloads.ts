import { CompletionCommands, type CompletionSettings } from '../completion/completion-commands.ts';
import { reasonOf } from '../http/http-error.ts';
import { inheritedLimits, type Labels } from '../labels/labels.ts';
import type { Log } from '../log/log.ts';
import { Queue } from '../queue/queue.ts';
import { SeedingEnd } from '../seeding/seeding-end.ts';
import { effectiveLimits } from '../seeding/seeding-limits.ts';
import type { StoredSettings } from '../settings/stored-settings.ts';
import type { DownloadStore } from '../storage/download-store.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import { Additions } from './additions.ts';
import { Destinations } from './destination.ts';
import { DownloadChanges } from './download-changes.ts';
import { DownloadContent } from './download-content.ts';
import { DownloadRegistry } from './download-registry.ts';
import { EngineController, type EngineControllerOptions } from './engine-controller.ts';
import { Moves } from './moves.ts';
import { PathOwners } from './path-owners.ts';
import { Removals } from './removals.ts';

/** Time between saves of the progress of running downloads. */
const SAVE_INTERVAL_MS = 2_000;

interface DownloadsOptions
	extends Omit<EngineControllerOptions, 'registry' | 'limitsOf' | 'owners' | 'onFinished'> {
	readonly store: DownloadStore;
	readonly guard: PathGuard;
	readonly labels: Labels;
	readonly settings: StoredSettings;
	readonly completion: CompletionSettings;
	readonly stateFolder: string;
	/** Called with the reason when saving starts to fail, and with undefined when it works again. */
	readonly onSaving: (failure: string | undefined) => void;
}

/** All downloads of the service: the parts that have and change them, from the start to the end. */
export class Downloads {
	readonly registry: DownloadRegistry;
	readonly destinations: Destinations;
	readonly controller: EngineController;
	readonly queue: Queue;
	readonly moves: Moves;
	readonly content: DownloadContent;
	readonly additions: Additions;
	readonly changes: DownloadChanges;
	readonly #removals: Removals;
	readonly #seedingEnd: SeedingEnd;
	readonly #completion: CompletionCommands;
	readonly #log: Log;
	#saving: NodeJS.Timeout | undefined;
	/** Resolves when all records have their trackers. */
	#readingTrackers: Promise<void> = Promise.resolve();
	#closing = false;
	#loaded = 0;
	#allLoaded = false;

	constructor(options: DownloadsOptions) {
		const { store, guard, labels, settings, log, emit, onRecovery, onSaving } = options;
		this.#log = log;
		this.registry = new DownloadRegistry(store, emit, onSaving);
		this.destinations = new Destinations({ guard, downloads: this.registry });
		const owners = new PathOwners(this.registry);
		this.controller = new EngineController({
			...options,
			registry: this.registry,
			limitsOf: (record) => inheritedLimits(record, labels.find(record.label)),
			owners,
			onFinished: (record) => this.#completion.finished(record),
			onRecovery: () => {
				this.#allLoaded = true;
				onRecovery();
			},
		});
		this.#completion = new CompletionCommands({
			settings: options.completion,
			stateFolder: options.stateFolder,
			downloads: this.registry,
			log,
			emit,
		});
		this.queue = new Queue({
			downloads: this.registry,
			engine: this.controller,
			limits: () => {
				const { active_downloads: activeDownloads, active_seeds: activeSeeds } = settings.current.queue;
				return { activeDownloads, activeSeeds };
			},
		});
		settings.listen(() => this.queue.decide());
		const seedingLimits = ({ seedingRatio, seedingMinutes, label }: DownloadRecord) => {
			const own = { ratio: seedingRatio, minutes: seedingMinutes };
			const inherited = labels.find(label);
			const ofLabel = inherited && { ratio: inherited.seedingRatio, minutes: inherited.seedingMinutes };
			return effectiveLimits({ own, ofLabel, ofAll: settings.current.seeding });
		};
		this.#seedingEnd = new SeedingEnd({
			downloads: this.registry,
			limitsOf: seedingLimits,
			end: (record, reason) => {
				this.registry.applyChange(record, { requestedState: 'stopped', forced: false, ended: reason });
				void this.controller.stopDownload(record);
				const { infohash } = record;
				const name = nameOf(record);
				log('info', `${name}: ${reason}`);
				emit('torrent_seeding_ended', { infohash, name, reason });
			},
		});
		const { registry, controller, queue, destinations } = this;
		const parts = { registry, controller, queue, destinations, owners, labels, guard, log, emit };
		this.#removals = new Removals(parts);
		const removals = this.#removals;
		this.moves = new Moves({ ...parts, removals });
		this.content = new DownloadContent(parts);
		this.additions = new Additions({ ...parts, removals });
		const { content, moves } = this;
		const seedingEnd = this.#seedingEnd;
		this.changes = new DownloadChanges({ ...parts, content, moves, removals, seedingEnd, seedingLimits });
	}

	/** Starts the engine and adds every started download to it. */
	async load(): Promise<void> {
		this.registry.checkSpace();
		this.#saving = setInterval(() => this.registry.save(), SAVE_INTERVAL_MS);
		this.#removals.resume();
		this.moves.resume();
		this.queue.decide();
		this.queue.start();
		this.#seedingEnd.start();
		await this.#completion.start();
		await this.controller.start((loaded) => {
			this.#loaded = loaded;
		});
		this.#allLoaded = true;
		this.#readingTrackers = this.#readTrackers();
	}

	/** Loading progress (interface, 'checkpoints'). */
	get checkpoints(): { all_loaded: boolean; loaded: number; total: number } {
		const total = this.registry.size;
		return { all_loaded: this.#allLoaded, loaded: this.#allLoaded ? total : this.#loaded, total };
	}

	/** Completes the records of an older database one by one. */
	async #readTrackers(): Promise<void> {
		try {
			for (const record of [...this.registry.records]) {
				if (this.#closing) return;
				await this.registry.readTrackers(record);
			}
		} catch (error) {
			this.#log('warning', `Cannot read the trackers of older downloads: ${reasonOf(error)}.`);
		}
	}

	/** Stops all downloads and saves their progress. */
	async close(): Promise<void> {
		this.#closing = true;
		clearInterval(this.#saving);
		this.queue.close();
		this.#seedingEnd.close();
		await Promise.all([
			this.#completion.close(),
			this.#readingTrackers,
			this.#removals.close(),
			this.moves.close(),
		]);
		await this.controller.close();
		this.registry.close();
	}
}
