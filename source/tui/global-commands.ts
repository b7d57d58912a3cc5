import { emptyLine } from '../state/line-edit.ts';
import { type PaneId, paneIds, type State } from '../state/state.ts';
import { type Command, say } from './command.ts';
import { leaveDetails } from './lead-to.ts';
import { listKeys, moveCommands } from './move-commands.ts';
import { panes } from './panes/registry.ts';
import { quitCommand } from './quit-command.ts';

/** Where the keys can be: panes, and the details beside the list or in its place. */
function stops({ details: { shown } }: State): readonly (PaneId | 'details')[] {
	return paneIds.flatMap((pane) => {
		if (pane !== 'downloads' || shown === 'not') return [pane];
		return shown === 'full' ? (['details'] as const) : (['downloads', 'details'] as const);
	});
}

const neighbour =
	(offset: number): Command['run'] =>
	({ state, dispatch }) => {
		const all = stops(state);
		const isInDetails = state.pane === 'downloads' && state.details.focused;
		const index = all.indexOf(isInDetails ? 'details' : state.pane) + offset;
		const stop = all[(index + all.length) % all.length];
		if (stop === undefined) return;
		const pane = stop === 'details' ? 'downloads' : stop;
		if (pane !== state.pane) dispatch({ type: 'pane', pane });
		if (pane === 'downloads')
			dispatch({ type: 'details', what: { type: 'focus', focused: stop === 'details' } });
	};

/** Is there nothing that leading to a pane would change? Details of a download have its list behind them. */
function isShown(id: PaneId, { pane, details }: State): boolean {
	return pane === id && !(id === 'downloads' && details.focused);
}

/** The commands that all panes share, and those that work everywhere. */
export const globalCommands: readonly Command[] = [
	...moveCommands({
		scope: 'panes',
		keys: listKeys,
		measure: ({ pageRows, pageLines }) => ({ page: pageRows, lines: pageLines }),
	}),
	...Object.values(panes).map(
		(pane): Command => ({
			id: `pane-${pane.id}`,
			scope: 'panes',
			keys: [pane.hotkey],
			title: `Show ${pane.title.toLowerCase()}`,
			...(pane.words === undefined ? {} : { words: pane.words }),
			when: (state) => (isShown(pane.id, state) ? `${pane.title} are shown already.` : true),
			run: (context) => {
				// Back from another pane the keys are where they were.
				if (context.state.pane === 'downloads' && pane.id === 'downloads') leaveDetails(context);
				else context.dispatch({ type: 'pane', pane: pane.id });
			},
		}),
	),
	{
		id: 'next-pane',
		scope: 'panes',
		keys: ['tab'],
		title: 'To the next pane, or the details beside the list',
		hint: 'pane',
		run: neighbour(1),
	},
	{
		id: 'previous-pane',
		scope: 'panes',
		keys: ['shift-tab'],
		title: 'To the pane before',
		run: neighbour(-1),
	},
	{
		id: 'refresh',
		scope: 'panes',
		keys: ['ctrl-r', 'f5'],
		title: 'Ask the service again now',
		words: 'refresh reload poll',
		run: ({ refresh, dispatch }) => {
			refresh();
			say('info', 'Asked the service again.', { dispatch });
		},
	},
	{
		id: 'help',
		scope: 'panes',
		keys: ['?', 'f1'],
		title: 'Show the keys that work here',
		words: 'help keys',
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
	quitCommand,
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
