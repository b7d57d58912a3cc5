import type { File } from '../../source/protocol/resources/file.ts';
import type { Message } from '../../source/state/core/message.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import type { FilesMessage } from '../../source/state/files/message.ts';
import { priorityBit } from '../../source/state/files/priorities.ts';
import { findNode } from '../../source/state/files/tree.ts';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import { update } from '../../source/tui/shell/update.ts';
import { makeTree } from '../fixtures/make-tree.ts';
import { hardNames } from './hard-names.ts';
import { downloads, now } from './states.ts';

const KiB = 1024;

function file(name: string, index: number, size: number, included = true, progress = 1): File {
	return { name, index, size, included, progress };
}

/** Folders in folders, selected and not, begun and done; names of many scripts, and hostile ones. */
const files: readonly File[] = [
	file('Season 1/ep 1.mkv', 0, 700_000 * KiB),
	file('Season 1/ep 2.mkv', 1, 712_000 * KiB, true, 0.412),
	file('Season 1/subs/ep 1.srt', 2, 41 * KiB, false, 0),
	file('Season 1/subs/ep 2.srt', 3, 39 * KiB, true, 0),
	file('Season 2/ep 1.mkv', 4, 690_000 * KiB, false, 0),
	file('数据备份/中文文件名：第一章（修订版）.zip', 5, 52_000 * KiB, true, 0.9),
	file('हिन्दी फ़ाइल/क्षत्रिय.txt', 6, 12 * KiB),
	file('ملف باللغة العربية/بِسْمِ ٱللَّٰهِ.pdf', 7, 9_000 * KiB, true, 0.05),
	file('👩‍👩‍👧 family 🏳️‍🌈/👍🏽 best 👨‍👩‍👧‍👦.jpg', 8, 5_400 * KiB),
	file('evil \u001b[31mred\u001b[2J\u0007\r\n\u202egpj.exe', 9, 700, false, 0),
	file('empty.nfo', 10, 0),
	file(`${'deep/'.repeat(8)}at the bottom of it.bin`, 11, 100 * KiB),
];

/** A folder for each name that is hard to draw. */
const pages = Object.values(hardNames).map((name, index) =>
	file(`${name}/page ${index + 1}.txt`, index, 9 ** index * KiB, index % 2 === 0, 0.5),
);

const of = downloads[1]?.infohash ?? '';
const filesMessage = (what: FilesMessage): Message => ({ type: 'details', what: { type: 'files', what } });

/** Returns the state of the maximized files tab with these files, after messages. */
export function withFiles(list: readonly File[], ...messages: Message[]): State {
	const tree = makeTree(list);
	const selected = new Uint8Array(tree.parents.length);
	const progress = new Float64Array(tree.parents.length);
	const priorities = new Uint8Array(tree.parents.length);
	for (const one of list) {
		const { index, included, progress: done } = one;
		priorities[tree.nodes.get(index) ?? -1] = priorityBit(one);
		selected[tree.nodes.get(index) ?? -1] = included ? 1 : 0;
		progress[tree.nodes.get(index) ?? -1] = done ?? Number.NaN;
	}
	const figures = { selected, progress, priorities };
	const all: FilesMessage = { type: 'all', of, way: 'tree', tree, ...figures, version: 0, at: now };
	return onTab(
		filesMessage({ type: 'page', of, root: '', files: list.slice(0, 1) }),
		filesMessage(all),
		...messages,
	);
}

/** Returns the state of the files tab without files, after messages. */
function onTab(...messages: Message[]): State {
	const begun: Message[] = [
		{
			type: 'answer',
			query: 'core',
			endpoint: 'getState',
			answer: { state: 'STARTED', last_exception: null, readable_state: '' },
			at: now,
		},
		{
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: {
				downloads: [...downloads],
				checkpoints: { all_loaded: true, loaded: downloads.length, total: downloads.length },
			},
			at: now,
		},
		{ type: 'move', rows: 1 },
		{ type: 'details', what: { type: 'tab', tab: 'files' } },
		{ type: 'details', what: { type: 'show', shown: 'full', focused: true } },
	];
	return [...begun, ...messages].reduce(update, initialState('http://127.0.0.1:8085', '--url', now));
}

const expanded = filesMessage({ type: 'expand-all', open: true });
const tree = makeTree(files);
const season = findNode(tree, 'Season 2') ?? 0;

/** The same, with priorities. */
const prioritized = files.map(
	(one): File => ({
		...one,
		priority: one.index < 2 ? 'high' : one.name.startsWith('Season') ? 'low' : 'normal',
	}),
);

/** Golden screens of the tab, by name. */
export const filesScreens: Readonly<Record<string, State>> = {
	files: withFiles(prioritized, expanded, { type: 'move', rows: 5 }),
	'files-split': withFiles(files, expanded, {
		type: 'details',
		what: { type: 'show', shown: 'split', focused: true },
	}),
	'files-changing': withFiles(
		files,
		filesMessage({
			type: 'change',
			change: { id: 0, included: true, nodes: Int32Array.of(season + 1), what: 'ep 1' },
		}),
	),
	'files-first-view': onTab(
		filesMessage({
			type: 'page',
			of,
			root: '',
			files: [
				{ ...file('Season 1', -1, 1_412_080 * KiB, true, 0.7) },
				{ ...file('Season 2', -2, 690_000 * KiB, false, 0) },
				{ ...file('Season 2/ep 1.mkv', 4, 690_000 * KiB, false, 0) },
				{ ...file('empty.nfo', 10, 0) },
			],
		}),
	),
	'files-filter': withFiles(
		files,
		{ type: 'open', dialog: { kind: 'files-filter', line: emptyLine, before: '' } },
		{ type: 'type-text', text: 'EP season' },
	),
	'files-names': withFiles(pages, {
		type: 'details',
		what: { type: 'show', shown: 'split', focused: true },
	}),
	'files-names-filter': withFiles(
		pages,
		{ type: 'open', dialog: { kind: 'files-filter', line: emptyLine, before: '' } },
		{ type: 'type-text', text: 'page' },
	),
	'files-pattern': withFiles(
		files,
		expanded,
		{
			type: 'open',
			dialog: {
				kind: 'files-pattern',
				included: true,
				line: emptyLine,
				found: { files: 0, changing: 0, bytes: 0 },
			},
		},
		{ type: 'type-text', text: '*.{srt,mkv}' },
	),
	'files-unknown': onTab(filesMessage({ type: 'none', of })),
};
