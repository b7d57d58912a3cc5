import { downloadPresets } from '../../source/columns/download-presets.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import type { FoundFilters } from '../../source/state/view/found-filters.ts';
import type { ViewMessage } from '../../source/state/view/message.ts';
import type { WindowSize } from '../../source/state/view/view.ts';
import { openForm } from '../../source/tui/dialogs/form/registry.ts';
import { update } from '../../source/tui/shell/update.ts';
import { mixedName } from './hard-names.ts';
import { screens } from './states.ts';

const listed = screens.downloads as State;

const given = (...messages: Message[]) => messages.reduce(update, listed);
const view = (what: ViewMessage): Message => ({ type: 'view', what });

function typing(text: string, ...more: Message[]): State {
	const before = { filter: '', cursor: listed.downloads.cursor };
	return given(
		view({ type: 'save-filter', name: 'fast 数据', filter: 'down>1MiB -error' }),
		{ type: 'open', dialog: { kind: 'filter', line: emptyLine, before } },
		{ type: 'type-text', text },
		...more,
	);
}

function preset(name: string): Message[] {
	const { columns } = downloadPresets.find((one) => one.name === name) ?? {};
	const rooms: readonly WindowSize[] = ['narrow', 'wide'];
	return rooms.map((room) => view({ type: 'columns', room, columns }));
}

/** Numbers of matches of the dialog's filters. One is not counted yet. */
const found: FoundFilters = {
	all: 16,
	statuses: [
		{ value: 'seeding', count: 9 },
		{ value: 'stopped', count: 4 },
		{ value: 'downloading', count: 3 },
	],
	trackers: [
		{ value: 'tracker.example.org', count: 12 },
		{ value: `${'a-very-long-name.'.repeat(5)}example`, count: 2 },
		{ value: '数据.example', count: 1 },
	],
	labels: [
		{ value: 'films', count: 5 },
		{ value: '数据 and more words', count: 1 },
	],
	counts: new Map([['down>1MiB -error', 2]]),
};

/** Screens of sorting, columns and filters, by name; `room`: the windows that the columns are chosen for. */
export function viewScreens(room: WindowSize): Readonly<Record<string, State>> {
	const columns: Message = {
		type: 'open',
		dialog: { kind: 'columns', room, chosen: 3, before: undefined },
	};
	return {
		'completing-nothing': typing('', view({ type: 'choose-completion', by: 1 })),
		'completing-a-word': typing('-error st'),
		'completing-an-amount': typing('size>4'),
		'not-understood': typing('sise>4 is:fast "two wor'),
		'sort-by': given(
			{
				type: 'sort',
				sort: { column: 'size', descending: true, ties: [{ column: 'status', descending: false }] },
			},
			{ type: 'open', dialog: { kind: 'sort', chosen: 3 } },
		),
		columns: given(
			columns,
			view({ type: 'change-column', change: { type: 'move', by: -1 } }),
			view({ type: 'change-column', change: { type: 'widen', by: 4 } }),
		),
		filters: given(
			view({ type: 'save-filter', name: mixedName, filter: `name~"${mixedName}"` }),
			view({ type: 'save-filter', name: 'fast 数据', filter: 'down>1MiB -error' }),
			view({ type: 'filter', filter: 'status:stopped' }),
			{ type: 'open', dialog: { kind: 'filters', chosen: 2, found } },
		),
		'save-filter': given(
			view({ type: 'save-filter', name: 'fast', filter: 'down>1MiB' }),
			{ type: 'open', dialog: openForm({ form: 'save-filter', filter: `up>1MiB "${mixedName}"` }) },
			{ type: 'type-text', text: 'fast' },
		),
		'preset-narrow': given(...preset('narrow')),
		'preset-wide': given(...preset('wide'), { type: 'select', which: 'all' }),
		'size-first': given(
			columns,
			...[0, 1, 2].map(() => view({ type: 'change-column', change: { type: 'move', by: -1 } })),
			{ type: 'close' },
			{ type: 'select', which: 'all' },
			view({ type: 'filter', filter: 'name~e' }),
		),
	};
}
