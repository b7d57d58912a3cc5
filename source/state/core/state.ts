import type { SharedLimits } from '../../protocol/resources/settings.ts';
import { type AddingSlice, initialAdding } from '../adding/adding.ts';
import { type BatchSlice, noBatches } from '../batch/batch.ts';
import { noOptimisticChanges, type OptimisticSlice } from '../batch/optimistic.ts';
import { emptyUndoStack, type UndoStack } from '../batch/undo-stack.ts';
import type { Undoable } from '../batch/undoable.ts';
import { type ChannelsSlice, initialChannels } from '../channels/channels.ts';
import { type Connection, initialConnection } from '../connection/connection.ts';
import { initialProfiler, type ProfilerSlice } from '../connection/profiler.ts';
import { initialSchemaMismatches, type SchemaMismatchSlice } from '../connection/schema-mismatches.ts';
import { type ContextsSlice, noContexts } from '../contexts/contexts.ts';
import { type DetailsSlice, initialDetails } from '../details/details.ts';
import type { MemoryDump } from '../dialogs/memory-dump-dialog.ts';
import { type DownloadsSlice, downloadsInOneLayout, initialDownloads } from '../downloads/downloads.ts';
import { type HistorySlice, initialHistory } from '../downloads/rate-history.ts';
import { initialJournal, type Journal } from '../events/journal.ts';
import { initialMarket, type MarketSlice } from '../market/market.ts';
import { type CockpitSettingsSlice, initialCockpitSettings } from '../settings/cockpit-settings.ts';
import { initialServiceSettings, type ServiceSettingsSlice } from '../settings/service-settings.ts';
import type { Dialog } from '../surfaces/dialogs.ts';
import type { PaneId, PaneSlices } from '../surfaces/panes.ts';
import { noSections, type Sections } from '../surfaces/sections.ts';
import { type ColorsSlice, initialColors } from '../view/theme.ts';
import { initialView, type ViewSlice } from '../view/view.ts';
import { declaredKeys, type KeyBindings } from './keys.ts';

export type { PaneId } from '../surfaces/panes.ts';

/** The state of the cockpit. Panes read it and hold no data of their own. */
export interface State {
	readonly connection: Connection;
	/** All services of the cockpit, if there are several. */
	readonly contexts: ContextsSlice;
	readonly profiler: ProfilerSlice;
	/** The memory dump that is being saved. */
	readonly memoryDump: MemoryDump | undefined;
	readonly downloads: DownloadsSlice;
	/** Limits of all downloads together; undefined while unknown, or if the service has none. */
	readonly limits: SharedLimits | undefined;
	/** Saved view settings. */
	readonly view: ViewSlice;
	readonly colors: ColorsSlice;
	readonly journal: Journal;
	/** Id of the newest entry when the events pane was left. */
	readonly alertsSeen: number;
	/** Rates of the last minutes, in total and by download. */
	readonly history: HistorySlice;
	/** Answers of the service that did not match the interface. */
	readonly schemaMismatches: SchemaMismatchSlice;
	readonly pane: PaneId;
	/** Data of panes; absent until the pane changes it. */
	readonly panes: { readonly [Id in PaneId]?: PaneSlices[Id] };
	/** Sections of panes: the visible ones, and their data. */
	readonly sections: Sections;
	/** Order books, and the user's orders and transactions. */
	readonly market: MarketSlice;
	/** Channels, their torrents and feeds, and the last search. */
	readonly channels: ChannelsSlice;
	readonly details: DetailsSlice;
	/** Data read from the local disk for adding downloads. */
	readonly adding: AddingSlice;
	/** The last one is on top. */
	readonly dialogs: readonly Dialog[];
	/** Number of requests without a response. */
	readonly pendingWrites: number;
	/** Number of them at the latest tick, and of those that were pending for two ticks: only slow ones are shown. */
	readonly writesAtTick: number;
	readonly slowWrites: number;
	/** Running batches and their failures. */
	readonly batches: BatchSlice;
	/** Requested changes that the service does not show yet. */
	readonly optimistic: OptimisticSlice;
	/** Changes of downloads to undo and redo. */
	readonly undo: UndoStack<Undoable>;
	/** Ids of the commands last chosen in the palette, the newest first. */
	readonly recent: readonly string[];
	/** Keys of commands that differ from their declaration. They do not change. */
	readonly keys: KeyBindings;
	/** Settings of the cockpit, with the player. */
	readonly settings: CockpitSettingsSlice;
	/** Settings of the service. */
	readonly serviceSettings: ServiceSettingsSlice;
	/** Unix ms, at most a second old. Displayed ages refer to it. */
	readonly now: number;
}

export function initialState(url: string, source: string, now: number): State {
	return {
		connection: initialConnection(url, source),
		contexts: noContexts,
		profiler: initialProfiler,
		memoryDump: undefined,
		downloads: initialDownloads,
		limits: undefined,
		view: initialView,
		colors: initialColors,
		journal: initialJournal,
		alertsSeen: 0,
		history: initialHistory,
		schemaMismatches: initialSchemaMismatches,
		pane: 'downloads',
		panes: {},
		sections: noSections,
		market: initialMarket,
		channels: initialChannels,
		details: initialDetails,
		adding: initialAdding,
		dialogs: [],
		pendingWrites: 0,
		writesAtTick: 0,
		slowWrites: 0,
		batches: noBatches,
		optimistic: noOptimisticChanges,
		undo: emptyUndoStack,
		recent: [],
		keys: declaredKeys,
		settings: initialCockpitSettings,
		serviceSettings: initialServiceSettings,
		now,
	};
}

/**
 * Returns a copy that has its properties at the same places in memory as all copies. States from many functions do not,
 * and V8 reads and copies objects of many layouts slowly: 10 µs for each copy. `before`: the last copy.
 */
export function inOneLayout(state: State, before?: State): State {
	return {
		connection: state.connection,
		contexts: state.contexts,
		profiler: state.profiler,
		memoryDump: state.memoryDump,
		downloads:
			state.downloads === before?.downloads ? state.downloads : downloadsInOneLayout(state.downloads),
		limits: state.limits,
		view: state.view,
		colors: state.colors,
		journal: state.journal,
		alertsSeen: state.alertsSeen,
		history: state.history,
		schemaMismatches: state.schemaMismatches,
		pane: state.pane,
		panes: state.panes,
		sections: state.sections,
		market: state.market,
		channels: state.channels,
		details: state.details,
		adding: state.adding,
		dialogs: state.dialogs,
		pendingWrites: state.pendingWrites,
		writesAtTick: state.writesAtTick,
		slowWrites: state.slowWrites,
		batches: state.batches,
		optimistic: state.optimistic,
		undo: state.undo,
		recent: state.recent,
		keys: state.keys,
		settings: state.settings,
		serviceSettings: state.serviceSettings,
		now: state.now,
	};
}
