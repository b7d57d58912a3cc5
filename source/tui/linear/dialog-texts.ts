import { bytes } from '../../format/bytes.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { Dialog, DialogKind } from '../../state/dialogs.ts';
import { current } from '../../state/downloads.ts';
import type { State } from '../../state/state.ts';
import { type Command, obstacle } from '../command.ts';
import { findCommands } from '../dialogs/palette/find-commands.ts';
import { commandsBeneath } from '../keymap.ts';
import { speakKey } from './spoken-keys.ts';

type Of<Kind extends DialogKind> = Extract<Dialog, { kind: Kind }>;

/** What a dialog is in words. Its line, where it has one, and its answers (its commands with a hint) are told too. */
interface DialogText<Kind extends DialogKind> {
	readonly title: (dialog: Of<Kind>) => string;
	/** Told once, when it opens. Sanitised. */
	readonly body?: (dialog: Of<Kind>, state: State) => readonly string[];
	/** What the keys are on: told when it changes. Sanitised. */
	readonly choice?: (dialog: Of<Kind>, state: State) => string;
}

/** Titles that mean something else here. */
const titles: Readonly<Record<string, string>> = { redraw: 'Say where you are' };

/** Every dialog in words: one that is new does not compile until it is here. */
const dialogTexts: { readonly [Kind in DialogKind]: DialogText<Kind> } = {
	help: {
		title: () => 'Keys',
		body: (_, state) => commandsBeneath(state).map((command) => commandLine(command, state)),
		choice: ({ scroll }, state) => {
			const command = commandsBeneath(state)[scroll];
			return command ? commandLine(command, state) : '';
		},
	},
	add: {
		title: () => 'Add a download',
		body: () => ['Type the path of a .torrent file, a magnet link, or a URL.'],
	},
	remove: {
		title: ({ subjects: [first, ...others] }) =>
			others.length > 0
				? `Remove ${others.length + 1} downloads?`
				: `Remove ${sanitise(first?.name ?? '', 300)}?`,
		body: ({ subjects }) => {
			const amount = subjects.reduce((sum, subject) => sum + subject.bytes, 0);
			return [`${bytes(amount)} of data on the disk.`];
		},
	},
	palette: {
		title: () => 'Commands: type what you want to do',
		choice: ({ chosen }, state) => {
			const found = findCommands(commandsBeneath(state), state);
			const command = found[chosen];
			if (!command) return 'No command is called that.';
			return `${commandLine(command, state)}; ${chosen + 1} of ${found.length}`;
		},
	},
	filter: {
		title: () => 'Filter: type words of the names',
		choice: (_, { downloads }) => {
			const { view, list } = downloads;
			const on = current(downloads);
			const shown = `${view.length} of ${list.length} shown`;
			return on ? `${shown}, on ${sanitise(on.name, 300)}` : shown;
		},
	},
};

/** A dialog as it is told. */
export interface SpokenDialog {
	readonly title: string;
	readonly body: readonly string[];
	/** '' when there is nothing to choose. */
	readonly choice: string;
}

export function speakDialog(dialog: Dialog, state: State): SpokenDialog {
	return spoken(dialog.kind, dialog, state);
}

/** `kind` is that of `dialog`: given beside it, the compiler ties the dialog to its text. */
function spoken<Kind extends DialogKind>(kind: Kind, dialog: Of<Kind>, state: State): SpokenDialog {
	const text: DialogText<Kind> = dialogTexts[kind];
	return {
		title: text.title(dialog),
		body: text.body?.(dialog, state) ?? [],
		choice: text.choice?.(dialog, state) ?? '',
	};
}

/** 's: Stop the download (It is stopped already.)' */
function commandLine(command: Command, state: State): string {
	const why = obstacle(command, { ...state, dialogs: [] });
	const title = titles[command.id] ?? command.title;
	return `${command.keys.map(speakKey).join(' or ')}: ${title}${why === undefined ? '' : ` (${why})`}`;
}
