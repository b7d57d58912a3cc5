import type { State } from '../../../../../state/core/state.ts';
import { emptyLine, insertText } from '../../../../../state/surfaces/line-edit.ts';
import { missingRows } from '../../../../sections/sampled-text.ts';
import { type Command, type CommandContext, commandsOf } from '../../../../surfaces/command.ts';
import type { LogPrompt } from './prompt.ts';
import { seekText } from './seek.ts';
import { type LogSlice, log, noLog } from './slice.ts';

const id = 'debug-log';

/** Cells of a step sideways. */
const SHIFT_CELLS = 20;

const change =
	(to: (slice: LogSlice) => Partial<LogSlice>) =>
	({ state, dispatch }: CommandContext): void =>
		dispatch(log.message(state, to(log.of(state))));

const hasLines = (state: State) => {
	const { lines } = log.of(state);
	return lines.end > lines.first ? true : (missingRows('line', log.of(state)) ?? 'There are no lines.');
};

const canSearch = (state: State) =>
	log.of(state).search === '' ? 'No text to search. Press / to type one.' : hasLines(state);

const search = (direction: 1 | -1) =>
	change((slice) => seekText(slice, direction, (slice.cursor ?? slice.lines.end - 1) + direction));

const ask =
	(purpose: LogPrompt['purpose'], initial: (slice: LogSlice) => string): Command['run'] =>
	({ state, dispatch }) => {
		const line = insertText(emptyLine, initial(log.of(state)));
		dispatch({ type: 'open', dialog: { kind: 'log-prompt', purpose, line, fault: '', stage: 'typing' } });
	};

export const logCommands = commandsOf(id, [
	{
		id: 'log-follow',
		group: 'move',
		keys: ['F'],
		title: 'Follow the newest line',
		words: 'tail end',
		hint: 'follow',
		when: (state) => (log.of(state).cursor === undefined ? 'The log is followed already.' : true),
		run: change(() => ({ cursor: undefined, seek: undefined, note: '' })),
	},
	{
		id: 'log-search',
		group: 'view',
		keys: ['/'],
		title: 'Search a text, upwards from the cursor',
		words: 'find',
		hint: 'search',
		when: hasLines,
		run: ask('search', () => ''),
	},
	{
		id: 'log-next-match',
		group: 'move',
		keys: ['n'],
		title: 'Go to the next line with the text',
		when: canSearch,
		run: search(1),
	},
	{
		id: 'log-previous-match',
		group: 'move',
		keys: ['N'],
		title: 'Go to the previous line with the text',
		when: canSearch,
		run: search(-1),
	},
	{
		id: 'log-clear-search',
		group: 'view',
		keys: ['escape'],
		title: 'End the search',
		isSilent: true,
		when: (state) => {
			const { search, seek, note } = log.of(state);
			return search === '' && !seek && note === '' ? 'No search to end.' : true;
		},
		run: change(() => ({ search: '', seek: undefined, note: '' })),
	},
	{
		id: 'log-severity',
		group: 'view',
		keys: ['v'],
		title: 'Show only information and worse, then only warnings and errors, then only errors, then all again',
		words: 'level severity filter debug info warning error',
		hint: 'level',
		run: change(({ least }) => ({ least: ([2, 2, 3, 4, 0] as const)[least], note: '' })),
	},
	{
		id: 'log-process',
		group: 'view',
		keys: ['p'],
		title: 'Show the log of the cockpit, or that of the service',
		words: 'process core gui',
		hint: 'other log',
		run: change(({ process, least, wraps, search }) => ({
			...noLog,
			process: process === 'core' ? 'gui' : 'core',
			least,
			wraps,
			search,
		})),
	},
	{
		id: 'log-time',
		group: 'move',
		keys: ['@'],
		title: 'Go to a time',
		words: 'jump clock',
		when: hasLines,
		run: ask('time', () => ''),
	},
	{
		id: 'log-save',
		keys: ['S'],
		title: 'Save the loaded lines that pass the level to a file',
		words: 'export write',
		when: hasLines,
		run: ask('save', ({ process }) => `seedtop-${process}.log`),
	},
	{
		id: 'log-wrap',
		group: 'view',
		keys: ['w'],
		title: 'Wrap long lines, or cut them',
		hint: 'wrap',
		run: change(({ wraps }) => ({ wraps: !wraps, shift: 0 })),
	},
	{
		id: 'log-right',
		group: 'move',
		keys: ['right'],
		title: 'Scroll long lines to the right',
		when: (state) => (log.of(state).wraps ? 'The lines are wrapped: w cuts them.' : hasLines(state)),
		run: change(({ shift }) => ({ shift: shift + SHIFT_CELLS })),
	},
	{
		id: 'log-left',
		group: 'move',
		keys: ['left'],
		title: 'Scroll long lines to the left',
		when: (state) => (log.of(state).shift === 0 ? 'This is the start of the lines.' : true),
		run: change(({ shift }) => ({ shift: Math.max(0, shift - SHIFT_CELLS) })),
	},
]);
