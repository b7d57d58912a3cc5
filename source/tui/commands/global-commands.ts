import type { SectionId } from '../../state/core/sections.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import { emptyLine } from '../../state/dialogs/line-edit.ts';
import { toggleProfiler } from '../actions/toggle-profiler.ts';
import { coreException, coreExceptionText } from '../dialogs/core-exception/dialog.tsx';
import { openForm } from '../dialogs/form/registry.ts';
import { detailsHaveFocus } from '../panes/focus.ts';
import type { Pane } from '../panes/pane.ts';
import { currentPane, panes } from '../panes/registry.ts';
import { type Command, showNotice } from './command.ts';
import { listKeys, moveCommands } from './move-commands.ts';
import { quitCommand } from './quit-command.ts';

/** A place in the tab order: a pane, one of its sections, or its details. */
interface Stop {
	readonly pane: PaneId;
	readonly part: 'list' | 'details';
	readonly section?: SectionId;
}

function stops(state: State): readonly Stop[] {
	return Object.values(panes).flatMap(({ id, details, sections }: Pane): Stop[] => {
		if (sections) return sections.all.map(({ section }) => ({ pane: id, part: 'list', section: section.id }));
		const list: Stop = { pane: id, part: 'list' };
		if (!details?.isShown(state)) return [list];
		const beside: Stop = { pane: id, part: 'details' };
		return details.isFull(state) ? [beside] : [list, beside];
	});
}

const neighbour =
	(offset: number): Command['run'] =>
	({ state, dispatch }) => {
		const all = stops(state);
		const part = detailsHaveFocus(state) ? 'details' : 'list';
		const section = currentPane(state).section?.id;
		const index =
			all.findIndex((stop) => stop.pane === state.pane && stop.part === part && stop.section === section) +
			offset;
		const stop = all[(index + all.length) % all.length];
		if (stop === undefined) return;
		if (stop.section) dispatch({ type: 'section', pane: stop.pane, section: stop.section });
		if (stop.pane !== state.pane) dispatch({ type: 'pane', pane: stop.pane });
		dispatch({ type: 'focus-details', focused: stop.part === 'details' });
	};

/** Whether switching to a pane would change nothing. From its details, its list is still another place. */
function isShown(id: PaneId, state: State): boolean {
	return state.pane === id && !detailsHaveFocus(state);
}

export const globalCommandsText = {
	shown: (title: string) => `The pane '${title.toLowerCase()}' is already shown.`,
	requested: 'Requested new data from the service.',
} as const;

/** Commands of all panes, and those that work everywhere. */
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
			when: (state) => (isShown(pane.id, state) ? globalCommandsText.shown(pane.title) : true),
			run: (context) => {
				// From another pane, its focus stays as it was.
				if (context.state.pane === pane.id) context.dispatch({ type: 'focus-details', focused: false });
				else context.dispatch({ type: 'pane', pane: pane.id });
			},
		}),
	),
	{
		id: 'next-pane',
		scope: 'panes',
		keys: ['tab'],
		title: 'Go to the next pane or section, or the details beside the list',
		hint: 'view',
		run: neighbour(1),
	},
	{
		id: 'previous-pane',
		scope: 'panes',
		keys: ['shift-tab'],
		title: 'Go to the previous pane or section',
		run: neighbour(-1),
	},
	{
		id: 'refresh',
		scope: 'panes',
		keys: ['ctrl-r', 'f5'],
		title: 'Refresh now',
		words: 'refresh reload poll',
		run: ({ refresh, dispatch }) => {
			refresh();
			showNotice('info', globalCommandsText.requested, { dispatch });
		},
	},
	{
		id: 'profiler',
		scope: 'panes',
		keys: ['P'],
		title: 'Turn the profiler of the service on or off',
		words: 'profile cpu slow hot functions',
		when: ({ profiler: { change } }) =>
			change === undefined
				? true
				: change === 'start'
					? 'The profiler is being started.'
					: 'The profiler is being stopped.',
		run: toggleProfiler,
	},
	{
		id: 'health-of-any',
		scope: 'panes',
		keys: ['alt-h'],
		title: 'Check the health of any infohash or magnet link',
		words: 'seeders leechers swarm tracker',
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: openForm({ form: 'health' }) }),
	},
	{
		id: 'entry-by-key',
		scope: 'panes',
		keys: ['alt-m'],
		title: 'Show a metadata entry by its public key and id',
		words: 'edit category status channel',
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: openForm({ form: 'entry' }) }),
	},
	{
		id: 'show-exception',
		scope: 'panes',
		keys: ['alt-x'],
		title: 'Show the last exception of the service in full',
		words: 'error crash traceback',
		hint: 'exception',
		urgent: ({ connection }) => connection.core?.state === 'EXCEPTION',
		when: (state) => (coreException(state) === '' ? coreExceptionText.none : true),
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: { kind: 'core-exception', scroll: 0 } }),
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
		title: 'Find a command by words',
		run: ({ dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } }),
	},
	quitCommand,
	{ id: 'quit-now', scope: 'everywhere', keys: ['ctrl-c'], title: 'Quit at once', run: ({ quit }) => quit() },
	{
		id: 'suspend',
		scope: 'everywhere',
		keys: ['ctrl-z'],
		title: "Suspend; 'fg' continues",
		run: ({ suspend }) => suspend(),
	},
	{
		id: 'redraw',
		scope: 'everywhere',
		keys: ['ctrl-l'],
		title: 'Redraw the screen',
		run: ({ redraw }) => redraw(),
	},
];
