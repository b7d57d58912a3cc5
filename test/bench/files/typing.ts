import type { Terminal } from '../pty/session.ts';
import { cursorKeys, cursorSeries, type Typing, times } from '../subject.ts';

/** What is typed into the tree of files, and how quickly it is to show. */
export interface FilesTyping extends Typing {
	readonly title: string;
	/** Presses in a whole run. */
	readonly presses: number;
	/** Milliseconds at most, and bytes where the issue of the list says so many. */
	readonly p50?: number;
	readonly p99: number;
	readonly bytes?: number;
}

const { home, down, leave } = cursorKeys;
const end = '\x1b[F';
const enter = '\r';

/** What brings the files tab into the whole window, from the list. */
export const openFiles = 'zf';
/** What expands all folders, typed once before all series. */
export const expandAll = 'E';

/** The series, in their order. They begin and end with all folders expanded, no filter and everything wanted. */
export function filesTyping(terminal: Terminal, files: number): FilesTyping[] {
	const cursor = new Map(cursorSeries(terminal, files).map((series) => [series.name, series]));
	const of = (name: 'key' | 'scroll' | 'page'): Typing => cursor.get(name) ?? { keys: [] };
	// The first lines: the folder that holds all but one file, a part of it, a section of that, files.
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
