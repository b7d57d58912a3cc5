import { emptyLine } from '../state/line-edit.ts';
import { paneIds } from '../state/state.ts';
import type { Command, CommandContext } from './command.ts';
import { panes } from './panes/registry.ts';

const neighbour =
	(offset: number): Command['run'] =>
	({ state, dispatch }) => {
		const index = paneIds.indexOf(state.pane) + offset;
		const pane = paneIds[(index + paneIds.length) % paneIds.length];
		if (pane) dispatch({ type: 'pane', pane });
	};

const move =
	(rows: (page: number) => number): Command['run'] =>
	({ dispatch, pageRows, pageLines: lines }) =>
		dispatch({
			type: 'move',
			rows: rows(pageRows),
			page: pageRows,
			...(lines === undefined ? {} : { lines }),
		});

const askAgain = 'q again quits without';

/** Orders that the service was not given yet are lost with the cockpit: then it takes the key twice. */
function quitOrAsk({ state, dispatch, quit }: CommandContext): void {
	const { pendingWrites, journal } = state;
	if (pendingWrites === 0 || journal.notice?.text.startsWith(askAgain)) {
		quit();
		return;
	}
	const text = `${askAgain} ${pendingWrites} pending order${pendingWrites === 1 ? '' : 's'}.`;
	dispatch({ type: 'news', news: { level: 'warning', text }, at: Date.now() });
}

/** The commands that all panes share, and those that work everywhere. */
export const globalCommands: readonly Command[] = [
	{ id: 'down', scope: 'panes', keys: ['j', 'down'], title: 'Down', run: move(() => 1) },
	{ id: 'up', scope: 'panes', keys: ['k', 'up'], title: 'Up', run: move(() => -1) },
	{
		id: 'page-down',
		scope: 'panes',
		keys: ['pagedown', 'ctrl-f'],
		title: 'A page down',
		run: move((page) => page),
	},
	{
		id: 'page-up',
		scope: 'panes',
		keys: ['pageup', 'ctrl-b'],
		title: 'A page up',
		run: move((page) => -page),
	},
	{
		id: 'first',
		scope: 'panes',
		keys: ['g', 'home'],
		title: 'To the first',
		run: move(() => Number.NEGATIVE_INFINITY),
	},
	{
		id: 'last',
		scope: 'panes',
		keys: ['G', 'end'],
		title: 'To the last',
		run: move(() => Number.POSITIVE_INFINITY),
	},
	...Object.values(panes).map(
		(pane): Command => ({
			id: `pane-${pane.id}`,
			scope: 'panes',
			keys: [pane.hotkey],
			title: `Show ${pane.title.toLowerCase()}`,
			run: ({ dispatch }) => dispatch({ type: 'pane', pane: pane.id }),
		}),
	),
	{ id: 'next-pane', scope: 'panes', keys: ['tab'], title: 'Next pane', hint: 'pane', run: neighbour(1) },
	{ id: 'previous-pane', scope: 'panes', keys: ['shift-tab'], title: 'Previous pane', run: neighbour(-1) },
	{
		id: 'refresh',
		scope: 'panes',
		keys: ['ctrl-r', 'f5'],
		title: 'Ask the service again now',
		run: ({ refresh }) => refresh(),
	},
	{
		id: 'help',
		scope: 'panes',
		keys: ['?', 'f1'],
		title: 'Show the keys that work here',
		hint: 'help',
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: { kind: 'help', scroll: 0 } }),
	},
	{
		id: 'palette',
		scope: 'panes',
		keys: [':', 'ctrl-p'],
		title: 'Find a command by what it does',
		run: ({ dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } }),
	},
	{
		id: 'quit',
		scope: 'panes',
		keys: ['q'],
		title: 'Quit the cockpit; the service goes on',
		hint: 'quit',
		run: quitOrAsk,
	},
	{ id: 'quit-now', scope: 'everywhere', keys: ['ctrl-c'], title: 'Quit at once', run: ({ quit }) => quit() },
	{
		id: 'suspend',
		scope: 'everywhere',
		keys: ['ctrl-z'],
		title: "Suspend; 'fg' comes back",
		run: ({ suspend }) => suspend(),
	},
	{
		id: 'redraw',
		scope: 'everywhere',
		keys: ['ctrl-l'],
		title: 'Draw the screen again',
		run: ({ redraw }) => redraw(),
	},
];
