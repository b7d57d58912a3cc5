import type { Dialect } from '../dialect.ts';
import type { Answer } from '../route.ts';
import { createChannel, type ForeignChannel } from './channel.ts';
import type { ForeignDownload } from './downloads.ts';
import { createEntries, type ForeignEntry } from './entries.ts';
import { ForeignEvents } from './events.ts';
import { createOrders, type ForeignOrder } from './market.ts';

/** All that a scripted service holds. Each test has one of its own. */
export interface World {
	readonly events: ForeignEvents;
	/** Answers in place of the usual ones, by request: 'GET /downloads'. */
	readonly scripted: Map<string, Answer>;
	/** The core starts: in [A] nearly everything is 404 until that is done. */
	starting: boolean;
	/** How far the core is in loading its downloads; undefined when it is done. */
	loading: { readonly loaded: number; readonly total: number } | undefined;
	readonly downloads: Map<string, ForeignDownload>;
	/** Whose disk paths are of. At the end of a tunnel it has none of this machine's files. */
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
