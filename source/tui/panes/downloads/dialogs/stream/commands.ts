import { sanitize } from '../../../../../format/sanitize.ts';
import type { FileToPlay } from '../../../../../state/batch/requested-files.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { StreamDialog } from '../../../../../state/dialogs/stream-dialog.ts';
import { settingNow } from '../../../../../state/settings/cockpit-settings.ts';
import { closeCommand, dialogCommands } from '../../../../dialogs/dialog-commands.ts';
import type { CommandContext } from '../../../../surfaces/command.ts';
import { streamUrl } from './stream-url.ts';

/** Returns the file of the dialog. */
function chosen(state: State, dialog: StreamDialog): FileToPlay | undefined {
	const { of, file } = dialog;
	if (typeof file !== 'object') return undefined;
	const url = streamUrl(state, dialog);
	if (url === undefined) return undefined;
	return {
		infohash: of,
		index: file.index,
		url,
		player: settingNow(state.settings, 'player'),
		name: sanitize(file.name, 200),
	};
}

const someFile = (state: State, dialog: StreamDialog) =>
	chosen(state, dialog) ? true : 'No file is known yet.';

function copy({ state, dispatch, copy: copyText }: CommandContext, dialog: StreamDialog): void {
	const file = chosen(state, dialog);
	if (!file) return;
	const { name, url, infohash } = file;
	const text = copyText(url)
		? `The address of ${name} is copied, if the terminal allows that.`
		: `The address of ${name}: ${sanitize(url, 400)}`;
	dispatch({ type: 'close' });
	dispatch({ type: 'news', news: { level: 'info', text, infohash }, at: Date.now() });
}

function play({ state, dispatch, write }: CommandContext, dialog: StreamDialog): void {
	const file = chosen(state, dialog);
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
		when: (state, dialog) =>
			settingNow(state.settings, 'player') === ''
				? 'No player is set. Close this, then press , for the settings.'
				: someFile(state, dialog),
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
