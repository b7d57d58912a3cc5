import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames } from './hard-names.ts';
import { downloads, now, screens } from './states.ts';

const listed = screens.downloads as State;
const after = (state: State, ...messages: readonly Message[]): State => messages.reduce(update, state);
const seconds = (count: number) => now + count * 1000;

const traceback = `The service reports an exception: Traceback (most recent call last):
  File "/srv/core.py", line 12, in stop
    raise Odd("\u001b[2J${'long/'.repeat(30)}")
Odd: ${hardNames.Arabic} ${hardNames.Chinese} ${hardNames.Hindi} 👩‍👩‍👧`;

const failing: Message = {
	type: 'event',
	event: { type: 'torrent_error', payload: { infohash: downloads[6]?.infohash ?? '', error: 'disk full' } },
	at: seconds(30),
};

const eventful = after(
	listed,
	...Object.values(hardNames).map(
		(name, index): Message => ({
			type: 'event',
			event: { type: 'torrent_finished', payload: { infohash: String(index), name } },
			at: seconds(index),
		}),
	),
	{ type: 'news', news: { level: 'info', text: 'Added: /srv/a.torrent' }, at: seconds(10) },
	{ type: 'news', news: { level: 'error', doing: 'Stopping 数据', text: traceback }, at: seconds(20) },
	{
		type: 'news',
		news: { level: 'warning', text: `Malformed event: ${'x'.repeat(300)}`, quiet: true },
		at: seconds(25),
	},
	failing,
	{ type: 'pane', pane: 'events' },
);

const opened = (state: State, dialog: Extract<Message, { type: 'open' }>['dialog']) =>
	after(state, { type: 'open', dialog });

const tracebackEntry = eventful.journal.entries.find(({ text }) => text === traceback);
if (!tracebackEntry) throw new Error('the traceback was not written down');

/** Screens of events, palette and help, by name. */
export const journalScreens: Readonly<Record<string, State>> = {
	events: eventful,
	'events-further-up': after(eventful, { type: 'move', rows: -2 }),
	'events-filter': after(
		opened(eventful, {
			kind: 'events-filter',
			line: emptyLine,
			before: { filter: '', cursor: undefined },
		}),
		{ type: 'type-text', text: 'error 数据' },
	),
	'events-filter-names': after(
		opened(eventful, {
			kind: 'events-filter',
			line: emptyLine,
			before: { filter: '', cursor: undefined },
		}),
		{ type: 'type-text', text: 'finished' },
	),
	'events-nothing-found': after(eventful, { type: 'journal', what: { type: 'filter', filter: 'nowhere' } }),
	'event-in-full': opened(eventful, { kind: 'entry', entry: tracebackEntry, scroll: 0 }),
	'notice-of-many': after(
		listed,
		...downloads.slice(0, 3).map(
			({ infohash, name }): Message => ({
				type: 'event',
				event: { type: 'torrent_finished', payload: { infohash, name } },
				at: now,
			}),
		),
	),
	'help-further-down': after(opened(listed, { kind: 'help', scroll: 0 }), {
		type: 'move',
		rows: 20,
		page: 16,
		lines: 200,
	}),
	'palette-recent': opened(after(listed, { type: 'ran', id: 'stop' }, { type: 'ran', id: 'mark-all' }), {
		kind: 'palette',
		line: emptyLine,
		chosen: 0,
	}),
	'palette-elsewhere': after(
		opened(eventful, { kind: 'palette', line: emptyLine, chosen: 0 }),
		{ type: 'type-text', text: 'the download' },
		{ type: 'move', rows: 3, lines: 99 },
	),
	'palette-nothing': after(opened(listed, { kind: 'palette', line: emptyLine, chosen: 0 }), {
		type: 'type-text',
		text: 'no such thing',
	}),
};
