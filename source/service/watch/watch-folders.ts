import { Semaphore } from '../../concurrency/semaphore.ts';
import type { Emit } from '../core/emit.ts';
import type { Downloads } from '../downloads/downloads.ts';
import type { Source } from '../downloads/source.ts';
import type { Labels } from '../labels/labels.ts';
import type { Log } from '../log/log.ts';
import { HandledFiles } from './handled-files.ts';
import { type WatchedFolder, WatchFolder } from './watch-folder.ts';

/** Scans at once. A network file system that does not respond blocks one thread of few for each. */
const MAX_SCANS = 2;

interface WatchFoldersOptions {
	readonly folders: readonly WatchedFolder[];
	readonly downloads: Downloads;
	readonly labels: Labels;
	/** Destination of downloads whose label has none. */
	readonly defaultDestination: string;
	readonly stateFolder: string;
	readonly emit: Emit;
	readonly log: Log;
}

/** Watch folders of the service. Their downloads get the label, and its destination, as those of a request do. */
export class WatchFolders {
	readonly #folders: readonly WatchFolder[];

	constructor({ folders, stateFolder, emit, log, ...target }: WatchFoldersOptions) {
		const scans = new Semaphore(MAX_SCANS);
		const handled = new HandledFiles(stateFolder, log);
		this.#folders = folders.map(
			(folder) =>
				new WatchFolder({
					...folder,
					add: (source) => add(source, folder.label, target),
					handled,
					inTurn: (scan) => scans.run(scan),
					emit,
					log,
				}),
		);
	}

	start(): void {
		for (const folder of this.#folders) folder.start();
	}

	/** Ends the scans. The next start adds what is left. */
	async close(): Promise<void> {
		await Promise.all(this.#folders.map((folder) => folder.close()));
	}
}

type Target = Pick<WatchFoldersOptions, 'downloads' | 'labels' | 'defaultDestination'>;

/** Adds a download durably. Resolves with whether it is new. */
async function add(
	source: Source,
	label: string,
	{ downloads, labels, defaultDestination }: Target,
): Promise<boolean> {
	const folder = labels.find(label)?.destination || defaultDestination;
	const destination = await downloads.destinations.prepare(folder);
	const { infohash } = source.kind === 'torrent' ? source.metainfo : source.magnet;
	const isNew = downloads.registry.get(infohash) === undefined;
	await downloads.additions.add({ source, destination, hops: 0, safeSeeding: false, selected: null, label });
	return isNew;
}
