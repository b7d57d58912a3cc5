import { useRef } from 'react';
import { shorten } from '../../../format/cells.ts';
import type { JournalEntry } from '../../../state/journal.ts';
import { composeLine } from '../../components/compose-line.ts';
import { entryText } from '../../components/entry-text.ts';
import { Message } from '../../components/message.tsx';
import { Canvas } from '../../terminal/canvas.tsx';
import type { Theme, Token } from '../../theme/theme.ts';
import type { PaneProps } from '../pane.ts';

const tokens: Readonly<Record<JournalEntry['level'], Token>> = {
	info: 'normal',
	success: 'good',
	warning: 'warning',
	error: 'bad',
};

/** Cells of the time and the level before an entry's words. */
const wordsFrom = 17;

/** What was drawn of an entry, and how. */
interface Drawn {
	readonly theme: Theme;
	readonly width: number;
	readonly line: string;
}

/** Everything that happened, the newest at the bottom. Each entry is drawn once: some services report a lot. */
function EventsPane({ state, theme, width, height }: PaneProps) {
	const drawn = useRef(new WeakMap<JournalEntry, Drawn>());
	const { entries, scrolledBack } = state.journal;
	if (entries.length === 0) {
		const lines = [
			'Nothing has happened yet.',
			'What the service reports and what your orders lead to is listed here.',
		];
		return <Message theme={theme} width={width} height={height} lines={lines} />;
	}
	const end = Math.max(Math.min(height, entries.length), entries.length - scrolledBack);
	const lines = entries.slice(Math.max(0, end - height), end).map((entry) => {
		const known = drawn.current.get(entry);
		if (known?.theme === theme && known.width === width) return known.line;
		const line = drawEntry(entry, theme, width);
		drawn.current.set(entry, { theme, width, line });
		return line;
	});
	return <Canvas width={width} height={height} lines={lines} />;
}

function drawEntry(entry: JournalEntry, theme: Theme, width: number): string {
	return composeLine(theme, width, [
		{ text: `${clock(entry.at)} `, token: 'faint' },
		{ text: entry.level.padEnd(8), token: tokens[entry.level] },
		{ text: shorten(entryText(entry, 400), width - wordsFrom) },
	]);
}

function clock(at: number): string {
	return new Date(at).toTimeString().slice(0, 8);
}

export const eventsPane = {
	id: 'events',
	title: 'Events',
	hotkey: '2',
	commands: [],
	component: EventsPane,
} as const;
