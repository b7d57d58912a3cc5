import type { Deviation } from '../protocol/decode.ts';
import type { EndpointAnswer, EndpointName } from '../protocol/endpoints/table.ts';
import type { ServiceEvent } from '../protocol/events.ts';
import type { Failure } from './connection.ts';
import type { DetailsMessage } from './details/message.ts';
import type { Dialog } from './dialogs.ts';
import type { News } from './journal.ts';
import type { LineMove } from './line-edit.ts';
import type { Sort } from './list/rows.ts';
import type { NeedName } from './needs.ts';
import type { PaneId } from './state.ts';

/** Everything that can happen to the state. Times are milliseconds since 1970. */
export type Message =
	// What the poller brings.
	| { readonly type: 'downloads'; readonly answer: EndpointAnswer<'listDownloads'>; readonly at: number }
	| { readonly type: 'core'; readonly answer: EndpointAnswer<'getState'>; readonly at: number }
	| { readonly type: 'need-failed'; readonly need: NeedName; readonly failure: Failure; readonly at: number }
	| {
			readonly type: 'deviations';
			readonly endpoint: EndpointName;
			readonly deviations: readonly Deviation[];
			readonly at: number;
	  }
	// The service was found to answer elsewhere: below another base path.
	| { readonly type: 'address'; readonly url: string }
	// What the listener brings.
	| { readonly type: 'stream'; readonly open: boolean }
	| { readonly type: 'event'; readonly event: ServiceEvent; readonly at: number }
	// What becomes of orders.
	| { readonly type: 'write-began'; readonly count: number }
	| { readonly type: 'write-ended'; readonly news: News | undefined; readonly at: number }
	// What the user does on the screen alone.
	| { readonly type: 'pane'; readonly pane: PaneId }
	// `page`: how many lines are shown at once; `lines`: how many there are, where the state does not know.
	| { readonly type: 'move'; readonly rows: number; readonly page?: number; readonly lines?: number }
	| { readonly type: 'sort'; readonly sort: Sort | undefined }
	| { readonly type: 'mark'; readonly which: 'current' | 'all' | 'others' | 'none' }
	// Filters by what the open filter dialog had before.
	| { readonly type: 'restore-filter' }
	| { readonly type: 'clear-filter' }
	| { readonly type: 'details'; readonly what: DetailsMessage }
	| { readonly type: 'open'; readonly dialog: Dialog }
	| { readonly type: 'close' }
	| { readonly type: 'type-text'; readonly text: string }
	| { readonly type: 'edit-line'; readonly move: LineMove }
	// Time passing, and what the cockpit itself has to say.
	| { readonly type: 'tick'; readonly now: number }
	| { readonly type: 'news'; readonly news: News; readonly at: number };
