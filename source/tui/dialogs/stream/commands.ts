import { sanitize } from '../../../format/sanitize.ts';
import type { State } from '../../../state/core/state.ts';
import type { FileToPlay } from '../../../state/dialogs/stream-dialog.ts';
import { settingNow } from '../../../state/settings/cockpit-settings.ts';
import type { CommandContext } from '../../commands/command.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { streamUrl } from './stream-url.ts';

/** Returns the file of the dialog on top. */
function chosen(state: State): FileToPlay | undefined {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'stream' || typeof top.file !== 'object') return undefined;
	const url = streamUrl(state, top);
	if (url === undefined) return undefined;
	return {
		infohash: top.of,
		index: top.file.index,
		url,
		player: settingNow(state.settings, 'player'),
		name: sanitize(top.file.name, 200),
	};
}

const someFile = (state: State) => (chosen(state) ? true : 'No file is known yet.');

function copy({ state, dispatch, copy: copyText }: CommandContext): void {
	const file = chosen(state);
	if (!file) return;
	const news = copyText(file.url)
		? ({
				level: 'info',
				text: `The address of ${file.name} is copied, if the terminal allows that.`,
				infohash: file.infohash,
			} as const)
		: ({
				level: 'info',
				text: `The address of ${file.name}: ${sanitize(file.url, 400)}`,
				infohash: file.infohash,
			} as const);
	dispatch({ type: 'close' });
	dispatch({ type: 'news', news, at: Date.now() });
}

function play({ state, dispatch, write }: CommandContext): void {
	const file = chosen(state);
	if (!file) return;
	dispatch({ type: 'close' });
	write({
		send: (_, machine) => machine.play(file),
		doing: `Playing ${file.name}`,
		infohash: file.infohash,
		done: { level: 'info', text: `Playing: ${file.name}`, infohash: file.infohash },
		stale: [],
	});
}

/** Commands for a file that can be streamed. */
export const streamCommands = dialogCommands('stream', [
	{
		id: 'stream-play',
		keys: ['enter', 'p'],
		title: 'Play it in the player of the settings',
		hint: 'play',
		when: (state) =>
			settingNow(state.settings, 'player') === ''
				? 'No player is set. Close this, then press , for the settings.'
				: someFile(state),
		run: play,
	},
	{
		id: 'stream-copy',
		keys: ['c', 'y'],
		title: 'Copy the address',
		hint: 'copy',
		when: someFile,
		run: copy,
	},
	closeCommand('stream-leave', ['escape', 'q'], 'Cancel'),
]);
