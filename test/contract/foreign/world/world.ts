import type { Dialect } from '../dialect.ts';
import type { Answer } from '../route.ts';
import { createChannel, type ForeignChannel } from './channel.ts';
import type { ForeignDownload } from './downloads.ts';
import { createEntries, type ForeignEntry } from './entries.ts';
import { ForeignEvents } from './events.ts';
import { createOrders, type ForeignOrder } from './market.ts';
import { createSettings, type ForeignSettings } from './settings.ts';

/** State of a scripted service. Each test has its own. */
export interface World {
	readonly events: ForeignEvents;
	/** Answers that replace the usual ones, by request: 'GET /downloads'. */
	readonly scripted: Map<string, Answer>;
	/** Whether the core is starting. In [A] nearly every path is 404 until it is done. */
	starting: boolean;
	/** Number of downloads the core has loaded; undefined when it is done. */
	loading: { readonly loaded: number; readonly total: number } | undefined;
	readonly downloads: Map<string, ForeignDownload>;
	readonly settings: ForeignSettings;
	/** Settings of the section `libtorrent` that each change loses. */
	readonly loseSettings: Set<string>;
	/** Whether requests to move data are accepted without effect. */
	ignoresMoves: boolean;
	/** Folder that replaces the destination of a move, as if that were a symbolic link to it. */
	linkedFolder: string | undefined;
	/** Machine that disk paths belong to. At the end of a tunnel, the service has none of this machine's files. */
	disk: 'here' | 'elsewhere';
	/** The user's own channel; undefined before it is created. */
	channel: ForeignChannel | undefined;
	orders: ForeignOrder[];
	entries: ForeignEntry[];
	profiler: boolean;
	log: { readonly core: readonly string[]; readonly gui: readonly string[] };
}

export function createWorld(dialect: Dialect): World {
	return {
		events: new ForeignEvents(dialect.framing),
		scripted: new Map(),
		starting: false,
		loading: undefined,
		downloads: new Map(),
		settings: createSettings(dialect),
		loseSettings: new Set(),
		ignoresMoves: false,
		linkedFolder: undefined,
		disk: 'here',
		channel: createChannel(),
		orders: createOrders(),
		entries: createEntries(),
		profiler: false,
		log: {
			core: Array.from({ length: 150 }, (_, index) => `core line ${index + 1}`),
			gui: ['gui line 1'],
		},
	};
}
