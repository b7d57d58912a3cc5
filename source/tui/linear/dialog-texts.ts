import { sanitise } from '../../format/sanitise.ts';
import type { Dialog, DialogKind } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { deleteConsequences, deleteQuestion } from '../dialogs/delete-data/words.ts';
import { amountOf, filterSentence, hiddenSentence } from '../dialogs/remove/words.ts';
import { addFilesText, addText, browseText } from './adding-texts.ts';
import { confirmText, failuresText, firstNames, hopsText, limitsText, listedText } from './change-texts.ts';
import { helpText, paletteText } from './command-texts.ts';
import { entryDialogText, eventsFilterText } from './entry-texts.ts';
import { filesFilterText, filesPatternText } from './files-text.ts';
import { saveTorrentText, streamText } from './take-out-texts.ts';
import { columnsText, filtersText, filterText, saveFilterText, sortText } from './view-texts.ts';

type Of<Kind extends DialogKind> = Extract<Dialog, { kind: Kind }>;

/** What a dialog is in words. Its line, where it has one, and its answers (its commands with a hint) are told too. */
interface DialogText<Kind extends DialogKind> {
	readonly title: (dialog: Of<Kind>) => string;
	/** Told once, when it opens. Sanitised. */
	readonly body?: (dialog: Of<Kind>, state: State) => readonly string[];
	/** What the keys are on: told when it changes. Sanitised. */
	readonly choice?: (dialog: Of<Kind>, state: State) => string;
}

/** Every dialog in words: one that is new does not compile until it is here. */
const dialogTexts: { readonly [Kind in DialogKind]: DialogText<Kind> } = {
	help: helpText,
	add: addText,
	browse: browseText,
	'add-files': addFilesText,
	remove: {
		title: ({ subjects: [first, ...others] }) =>
			others.length > 0
				? `Remove ${others.length + 1} downloads?`
				: `Remove ${sanitise(first?.name ?? '', 300)}?`,
		body: ({ subjects, hidden = 0 }, state) => [
			...firstNames(subjects),
			...(subjects.length > 1 ? filterSentence(state) : []),
			...hiddenSentence(hidden),
			`${amountOf(subjects)} of data on the disk.`,
		],
		choice: ({ subjects, scroll }) => listedText(subjects, scroll),
	},
	'delete-data': {
		title: ({ subjects }) => deleteQuestion(subjects),
		body: ({ subjects, hidden = 0 }) => [...firstNames(subjects), ...deleteConsequences(subjects, hidden)],
	},
	confirm: confirmText,
	hops: hopsText,
	limits: limitsText,
	failures: failuresText,
	'files-filter': filesFilterText,
	'files-pattern': filesPatternText,
	'save-torrent': saveTorrentText,
	stream: streamText,
	palette: paletteText,
	entry: entryDialogText,
	'events-filter': eventsFilterText,
	filter: filterText,
	filters: filtersText,
	'save-filter': saveFilterText,
	sort: sortText,
	columns: columnsText,
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
