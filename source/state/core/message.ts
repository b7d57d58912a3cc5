import type { Deviation } from '../../protocol/decode.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';
import type { ServiceEvent } from '../../protocol/events/events.ts';
import type { Download } from '../../protocol/resources/download.ts';
import type { SharedLimits } from '../../protocol/resources/settings.ts';
import type { AddingMessage } from '../adding/message.ts';
import type { BatchMessage } from '../batch/message.ts';
import type { ChannelsMessage } from '../channels/message.ts';
import type { Failure } from '../connection/connection.ts';
import type { ProfilerMessage } from '../connection/profiler.ts';
import type { ContextsMessage } from '../contexts/contexts.ts';
import type { DetailsMessage } from '../details/message.ts';
import type { MemoryDumpMessage } from '../dialogs/memory-dump-dialog.ts';
import type { ReadProfile } from '../dialogs/profile-dialog.ts';
import type { News } from '../events/journal.ts';
import type { JournalMessage } from '../events/journal-view.ts';
import type { Sort } from '../list/rows.ts';
import type { SelectionStep } from '../list/selection.ts';
import type { CockpitSettingsMessage } from '../settings/cockpit-settings.ts';
import type { ServiceSettingsMessage } from '../settings/service-settings.ts';
import type { Dialog, DialogKind } from '../surfaces/dialogs.ts';
import type { LineMove } from '../surfaces/line-edit.ts';
import type { PaneId, PaneSlices } from '../surfaces/panes.ts';
import type { QueryAnswer, QueryName, QueryRequest } from '../surfaces/query.ts';
import type { SectionMessage } from '../surfaces/sections.ts';
import type { ViewMessage } from '../view/message.ts';
import type { ColorsMessage } from '../view/theme.ts';

/** Messages that change the state. Times are Unix ms. */
export type Message =
	// Results of the poller.
	| ({ readonly type: 'answer' } & QueryAnswer)
	/** The first downloads of a long list whose others still arrive. */
	| { readonly type: 'first-downloads'; readonly downloads: readonly Download[]; readonly at: number }
	| {
			readonly type: 'query-failed';
			readonly query: QueryName;
			readonly failure: Failure;
			/** The request; if absent, the current one. */
			readonly request?: QueryRequest;
			readonly at: number;
	  }
	| {
			readonly type: 'schema-mismatches';
			readonly endpoint: EndpointName;
			readonly deviations: readonly Deviation[];
			readonly at: number;
	  }
	// The service was found at another base path.
	| {
			readonly type: 'address';
			readonly url: string;
			/** Origin in words; unchanged if omitted. */
			readonly source?: string;
			readonly hasKey?: boolean;
	  }
	// The service was detected as seedtop's own or as another program.
	| {
			readonly type: 'detected';
			readonly dialect: Dialect;
			/** As its announcement lists them. */
			readonly extensions?: readonly string[] | undefined;
	  }
	// The next step of the work of the visible surface.
	| { readonly type: 'surface-work' }
	// A pane changes its own data.
	| PaneSliceMessage
	// A section changes its own data, or a pane shows another section.
	| SectionMessage
	// Another service is shown, or the overview of all has new values.
	| { readonly type: 'contexts'; readonly what: ContextsMessage }
	| { readonly type: 'profiler'; readonly what: ProfilerMessage }
	// Another channel, playlist or feed is shown, or a search begins.
	| { readonly type: 'channels'; readonly what: ChannelsMessage }
	| { readonly type: 'memory-dump'; readonly what: MemoryDumpMessage }
	// A profile was read from the local disk.
	| { readonly type: 'profile'; readonly path: string; readonly content: ReadProfile }
	// Free space of the local disk, if it is the disk of the service.
	| {
			readonly type: 'free-space';
			readonly bytes: number | undefined;
			/** Size of the disk; undefined if unknown. */
			readonly total?: number | undefined;
	  }
	// Results of the event stream.
	| { readonly type: 'stream'; readonly open: boolean }
	| { readonly type: 'event'; readonly event: ServiceEvent; readonly at: number }
	// Progress of single requests.
	| { readonly type: 'write-began'; readonly count: number }
	| { readonly type: 'write-ended'; readonly news: News | undefined; readonly at: number }
	// Progress of batches.
	| { readonly type: 'batch'; readonly what: BatchMessage }
	// Actions of the user on the screen alone.
	| { readonly type: 'pane'; readonly pane: PaneId }
	// `page`: visible lines. `lines`: all lines, if the state does not know their number. `part`: the part of the pane
	// to move in; default: the focused one.
	| {
			readonly type: 'move';
			readonly rows: number;
			readonly page?: number;
			readonly lines?: number | undefined;
			readonly part?: 'list' | 'details';
	  }
	// Puts the cursor of a part on the row of this key, or else of this index.
	| {
			readonly type: 'put-cursor';
			readonly part: 'list' | 'details' | 'dialog';
			readonly key: string;
			readonly index: number;
	  }
	// Gives the keys to the details of the pane, or back to its list.
	| { readonly type: 'focus-details'; readonly focused: boolean }
	// A column title of a part was clicked.
	| { readonly type: 'sort-rows'; readonly part: 'list' | 'details'; readonly column: string }
	// Filters and sorts the list of the pane; without `sort`, in the order of the service.
	| { readonly type: 'filter-rows'; readonly filter: string }
	| { readonly type: 'order-rows'; readonly sort: Sort | undefined }
	| { readonly type: 'sort'; readonly sort: Sort | undefined }
	| { readonly type: 'select'; readonly which: 'current' | 'all' | 'others' | 'none' }
	| { readonly type: 'select-keys'; readonly keys: ReadonlySet<string> }
	// Selects rows in the list of the pane.
	| { readonly type: 'select-rows'; readonly step: SelectionStep }
	// Starts or ends a range that follows the cursor; or moves the cursor and extends the selection.
	| { readonly type: 'range' }
	| { readonly type: 'extend-range'; readonly rows: number }
	// Moves the cursor to a download in the list, from any surface.
	| { readonly type: 'go-to'; readonly infohash: string; readonly at: number }
	// Moves the cursor to an added download when it is listed.
	| { readonly type: 'await-download'; readonly infohash: string; readonly at: number }
	// Restores the filter from before the filter dialog.
	| { readonly type: 'restore-filter' }
	| { readonly type: 'clear-filter' }
	| { readonly type: 'view'; readonly what: ViewMessage }
	| { readonly type: 'colors'; readonly what: ColorsMessage }
	// Settings of the cockpit, and of the service.
	| { readonly type: 'settings'; readonly what: CockpitSettingsMessage }
	| { readonly type: 'service-settings'; readonly what: ServiceSettingsMessage }
	// The limits of all downloads were changed.
	| { readonly type: 'limits'; readonly limits: SharedLimits }
	// View of the events.
	| { readonly type: 'journal'; readonly what: JournalMessage }
	// A command was chosen in the palette.
	| { readonly type: 'ran'; readonly id: string }
	| { readonly type: 'adding'; readonly what: AddingMessage }
	| { readonly type: 'details'; readonly what: DetailsMessage }
	// Moves the cursor of the list, also while another surface has the focus.
	| { readonly type: 'other-download'; readonly rows: number }
	| { readonly type: 'open'; readonly dialog: Dialog }
	| { readonly type: 'close' }
	// Replaces or closes the dialog of a kind, wherever it is open.
	| { readonly type: 'replace-dialog'; readonly dialog: Dialog }
	| { readonly type: 'close-dialog'; readonly kind: DialogKind }
	| { readonly type: 'type-text'; readonly text: string }
	| { readonly type: 'edit-line'; readonly move: LineMove }
	// Time, and events of the cockpit itself.
	| { readonly type: 'tick'; readonly now: number }
	| { readonly type: 'news'; readonly news: News; readonly at: number }
	// Shows news without recording it in the events pane.
	| { readonly type: 'mention'; readonly news: News; readonly at: number }
	/** Ends the notice of a refused key. */
	| { readonly type: 'key-accepted' };

type PaneSliceMessage = {
	readonly [Id in PaneId]: { readonly type: 'pane-slice'; readonly pane: Id; readonly slice: PaneSlices[Id] };
}[PaneId];

/** Messages whose effect depends on the focused surface. */
export type SurfaceMessage = Extract<
	Message,
	{
		readonly type:
			| 'move'
			| 'type-text'
			| 'edit-line'
			| 'sort-rows'
			| 'filter-rows'
			| 'order-rows'
			| 'select-rows'
			| 'put-cursor'
			| 'focus-details'
			| 'surface-work';
	}
>;
