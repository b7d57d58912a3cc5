import { stoppedNews } from '../../../state/connection/profiler.ts';
import { hasSeveral } from '../../../state/contexts/contexts.ts';
import type { PaneId, State } from '../../../state/core/state.ts';
import { emptyLine } from '../../../state/surfaces/line-edit.ts';
import { themeNameOf } from '../../../state/view/theme.ts';
import { themeNames } from '../../../state/view/theme-names.ts';
import { openForm } from '../../dialogs/form/registry.ts';
import { coreException, coreExceptionText } from '../../dialogs/texts/core-exception.ts';
import { keyOf } from '../../keys/effective-keys.ts';
import { servicesPaneText } from '../../panes/services/text.ts';
import { type Command, type CommandContext, commandsOf, showNotice } from '../../surfaces/command.ts';
import { listKeys, moveCommands } from '../../surfaces/move-commands.ts';
import type { Pane } from '../../surfaces/pane.ts';
import { detailsHaveFocus } from '../pane-focus.ts';
import { currentPane, panes } from '../panes.ts';
import { limitCommands } from './limit-commands.ts';

const confirmText = (key: string) => `Press ${key} again to quit without`;

/** Quits. Requests that are not sent yet would be lost, so it then asks for the key a second time. */
function quitOrAsk({ state, dispatch, quit }: CommandContext): void {
	const { pendingWrites, journal } = state;
	const asked = confirmText(keyOf('quit', 'q', state.keys));
	if (pendingWrites === 0 || journal.notice?.text.startsWith(asked)) {
		quit();
		return;
	}
	const text = `${asked} ${pendingWrites} pending request${pendingWrites === 1 ? '' : 's'}.`;
	showNotice('warning', text, { dispatch });
}

/** The command that quits the cockpit. */
const quitCommand: Command = {
	id: 'quit',
	group: 'cockpit',
	scope: 'panes',
	keys: ['q'],
	title: 'Quit the cockpit; the service keeps running',
	words: 'exit leave close',
	hint: 'quit',
	run: quitOrAsk,
};

/** Whether the list and the details of the pane are both visible. */
function hasTwoPanels(state: State): boolean {
	const { details } = currentPane(state);
	return details?.isShown(state) === true && !details.isFull(state);
}

/** Moves the focus to the other panel. There are at most two, so both directions are the same. */
const otherPanel: Pick<Command, 'when' | 'run'> = {
	when: (state) => {
		if (hasTwoPanels(state)) return true;
		const { details, section } = currentPane(state);
		if (details) return globalCommandsText[details.isFull(state) ? 'onlyDetails' : 'onlyList'];
		return section ? globalCommandsText.onlySection : globalCommandsText.onlyPanel;
	},
	run: ({ state, dispatch }) => dispatch({ type: 'focus-details', focused: !detailsHaveFocus(state) }),
};

/** Whether switching to a pane would change nothing. From its details, its list is still another place. */
function isShown(id: PaneId, state: State): boolean {
	return state.pane === id && !detailsHaveFocus(state);
}

/** Keys of the panes, in the order of their tabs. */
const paneKeys = `1 to ${Object.keys(panes).length}`;

export const globalCommandsText = {
	shown: (title: string) => `The pane '${title.toLowerCase()}' is already shown.`,
	requested: 'Requested new data from the service.',
	onlyPanel: `Only this panel is shown. Press ${paneKeys} for another pane.`,
	onlySection: `Only this panel is shown. Press ] for the next section, ${paneKeys} for another pane.`,
	onlyList: `Only the list is shown. Press enter for the details, ${paneKeys} for another pane.`,
	onlyDetails: `Only the details are shown. Press esc for the list, ${paneKeys} for another pane.`,
} as const;

/** Commands of all panes, and those that work everywhere. */
export const globalCommands = commandsOf('panes', [
	...limitCommands,
	...moveCommands('panes', {
		keys: listKeys,
		measure: ({ measure }) => measure,
	}),
	...Object.values(panes).map(
		(pane: Pane): Command => ({
			id: `pane-${pane.id}`,
			group: 'move',
			scope: 'panes',
			keys: [pane.hotkey],
			title: `Show ${pane.title.toLowerCase()}`,
			...(pane.words === undefined ? {} : { words: pane.words }),
			when: (state) => {
				if (pane.whyHidden !== undefined && pane.isHidden?.(state)) return pane.whyHidden;
				return isShown(pane.id, state) ? globalCommandsText.shown(pane.title) : true;
			},
			run: (context) => {
				// From another pane, its focus stays as it was.
				if (context.state.pane === pane.id) context.dispatch({ type: 'focus-details', focused: false });
				else context.dispatch({ type: 'pane', pane: pane.id });
			},
		}),
	),
	{
		id: 'next-panel',
		group: 'move',
		keys: ['tab'],
		title: 'Go to the next panel: from the list to its details, and back',
		words: 'focus switch',
		...otherPanel,
	},
	{
		id: 'previous-panel',
		group: 'move',
		keys: ['shift-tab'],
		title: 'Go to the previous panel',
		...otherPanel,
	},
	{
		id: 'refresh',
		group: 'view',
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
		group: 'view',
		keys: ['alt-h'],
		title: 'Check the health of any infohash or magnet link',
		words: 'seeders leechers swarm tracker',
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: openForm({ form: 'health' }) }),
	},
	{
		id: 'entry-by-key',
		group: 'view',
		keys: ['alt-m'],
		title: 'Show a metadata entry by its public key and id',
		words: 'edit category status channel',
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: openForm({ form: 'entry' }) }),
	},
	{
		id: 'show-exception',
		group: 'view',
		keys: ['alt-x'],
		title: 'Show the last exception of the service in full',
		words: 'error crash traceback',
		hint: 'exception',
		urgent: ({ connection }) => connection.core?.state === 'EXCEPTION',
		when: (state) => (coreException(state) === '' ? coreExceptionText.none : true),
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: { kind: 'core-exception', scroll: 0 } }),
	},
	{
		id: 'theme',
		keys: ['alt-t'],
		group: 'view',
		title: 'Choose the colors',
		words: 'theme dark light contrast appearance',
		run: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'theme', chosen: themeNames.indexOf(themeNameOf(state)) } }),
	},
	{
		id: 'switch-service',
		group: 'view',
		keys: ['alt-s'],
		title: 'Switch to another service',
		words: 'context seedbox overview',
		hint: (state) => (hasSeveral(state) ? 'services' : ''),
		when: (state) => (hasSeveral(state) ? true : servicesPaneText.onlyOne),
		run: ({ state: { contexts }, dispatch }) => {
			const chosen = contexts.rows.list.findIndex(({ name }) => name === contexts.current);
			dispatch({ type: 'open', dialog: { kind: 'context', chosen: Math.max(0, chosen) } });
		},
	},
	{
		id: 'settings',
		group: 'cockpit',
		keys: [','],
		title: 'Settings of the cockpit and of the service',
		words: 'preferences options configure limits mouse ascii notifications player',
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: { kind: 'settings', chosen: 0 } }),
	},
	{
		id: 'help',
		group: 'cockpit',
		keys: ['?', 'f1'],
		title: 'Show the keys that work here',
		words: 'help keys',
		hint: 'help',
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: { kind: 'help', scroll: 0 } }),
	},
	{
		id: 'palette',
		group: 'cockpit',
		keys: [':', 'ctrl-p'],
		title: 'Find a command by words',
		hint: 'commands',
		run: ({ dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } }),
	},
	quitCommand,
	{
		id: 'quit-now',
		group: 'cockpit',
		scope: 'everywhere',
		keys: ['ctrl-c'],
		title: 'Quit at once',
		run: ({ quit }) => quit(),
	},
	{
		id: 'suspend',
		group: 'cockpit',
		scope: 'everywhere',
		keys: ['ctrl-z'],
		title: "Suspend; 'fg' continues",
		run: ({ suspend }) => suspend(),
	},
	{
		id: 'redraw',
		group: 'cockpit',
		scope: 'everywhere',
		keys: ['ctrl-l'],
		title: 'Redraw the screen',
		run: ({ redraw }) => redraw(),
	},
]);

/** Starts the profiler of the service, or stops it if it runs. */
function toggleProfiler({ state: { profiler }, dispatch, write }: CommandContext): void {
	const change = profiler.isRunning ? 'stop' : 'start';
	let files: readonly string[] = [];
	dispatch({ type: 'profiler', what: { type: 'changing', change } });
	write({
		send: async (client) => {
			if (change === 'start') return client.startProfiler();
			const answer = await client.stopProfiler();
			const { profiler_file: file } = answer;
			files = answer.profiler_files ?? (file === undefined ? [] : [file]);
			return answer;
		},
		doing: change === 'start' ? 'Starting the profiler' : 'Stopping the profiler',
		done: () =>
			change === 'start'
				? { level: 'success', text: 'The profiler runs. Press P to stop it.' }
				: stoppedNews(files),
		stale: ['profiler'],
		onEnd: (failure) =>
			dispatch({
				type: 'profiler',
				what: failure ? { type: 'change-failed' } : { type: 'changed', files, at: Date.now() },
			}),
	});
}
