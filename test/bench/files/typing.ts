import type { Terminal } from '../pty/session.ts';
import { cursorKeys, cursorSeries, type Typing, times } from '../subject.ts';

/** A series of keys in the tree of files, with its targets. */
export interface FilesTyping extends Typing {
	readonly title: string;
	/** Number of presses in a whole run. */
	readonly presses: number;
	/** Targets: milliseconds at most, and bytes where the issue of the list states them. */
	readonly p50?: number;
	readonly p99: number;
	readonly bytes?: number;
}

const { home, down, leave } = cursorKeys;
const end = '\x1b[F';
const enter = '\r';

/** Keys that maximize the files tab from the list. */
export const openFiles = 'zf';
/** Key that expands all folders, typed once before all series. */
export const expandAll = 'E';

/** The series, in order. Each begins and ends with all folders expanded, no filter and all files selected. */
export function filesTyping(terminal: Terminal, files: number): FilesTyping[] {
	const cursor = new Map(cursorSeries(terminal, files).map((series) => [series.name, series]));
	const of = (name: 'key' | 'scroll' | 'page'): Typing => cursor.get(name) ?? { keys: [] };
	// The first lines: the folder with all files but one, one of its parts, a section of that part, files.
	const onFile = [home, ...times(3, down)];
	return [
		{ ...of('key'), title: 'key', presses: 200, p50: 3, p99: 16, bytes: 500 },
		{ ...of('scroll'), title: 'scroll', presses: 100, p99: 16, bytes: 550 },
		{ ...of('page'), title: 'page', presses: 100, p99: 25, bytes: 3000 },
		{ title: 'to the end and back', presses: 40, p99: 25, before: [home], keys: [end, home], returns: true },
		{ title: 'folder of all files', presses: 40, p99: 50, before: [home], keys: [enter], returns: true },
		{ title: 'collapse, expand all', presses: 40, p99: 50, before: [home], keys: ['C', 'E'], returns: true },
		{ title: 'want a file', presses: 40, p99: 25, before: onFile, keys: [' '], returns: true },
		{ title: 'want the folder of all', presses: 40, p99: 50, before: [home], keys: [' '], returns: true },
		{
			title: 'filter keystroke',
			presses: 60,
			p99: 50,
			before: [home],
			open: '/',
			keys: [...'episode.0123'],
			close: leave,
		},
		{
			title: 'pattern keystroke',
			presses: 60,
			p99: 50,
			before: [home],
			open: '-',
			keys: [...'**/*9?.of.*.mkv'],
			close: leave,
		},
	];
}
