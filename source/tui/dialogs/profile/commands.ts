import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { ProfileDialog, ReadProfile } from '../../../state/dialogs/profile-dialog.ts';
import { choosingCommands, closeCommand, dialogCommands } from '../dialog-commands.ts';

/** Returns the visible content of the dialog; undefined until it is read. */
export function shownContent({ files, shown, contents }: ProfileDialog): ReadProfile | undefined {
	const path = files[shown] ?? '';
	return Object.hasOwn(contents, path) ? contents[path] : undefined;
}

/** Returns the number of functions in the dialog. */
export function functionCount(dialog: ProfileDialog): number {
	const content = shownContent(dialog);
	return content?.status === 'read' ? content.profile.hottest.length : 0;
}

/** Commands of the hottest functions. */
export const profileCommands = dialogCommands('profile', [
	{
		id: 'profile-other',
		keys: ['tab'],
		title: 'Show the profile of the other process',
		hint: 'other process',
		when: (_, { files }) => (files.length > 1 ? true : 'The profile has one file.'),
		run: ({ dispatch }, dialog) => {
			dispatch({ type: 'close' });
			const shown = (dialog.shown + 1) % dialog.files.length;
			dispatch({ type: 'open', dialog: { ...dialog, shown, chosen: 0 } });
		},
	},
	closeCommand('profile-close', ['escape', 'q', 'enter']),
	...choosingCommands('profile', (state) => {
		const dialog = topDialogOf(state, 'profile');
		return dialog ? functionCount(dialog) : 0;
	}),
]);
