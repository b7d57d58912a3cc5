import { emptyLine, insertText, type LineEdit, lineText } from '../line-edit.ts';
import type { State } from '../state.ts';
import { type AddDialog, type AddField, addFields, allSources, mostHops } from './adding.ts';
import { findSources, findTyped, mostSources } from './find-sources.ts';
import type { Place, Source } from './source.ts';
import { destinationsInUse, suggestionsOf } from './suggestions.ts';

/** The dialog with a text in it that may name something to add. */
export function beginAdding({ downloads }: State, text: string, place: Place): AddDialog {
	const empty: AddDialog = {
		kind: 'add',
		field: 'sources',
		line: emptyLine,
		left: {},
		taken: [],
		typed: [],
		chosen: 0,
		hops: 0,
		safeSeeding: false,
		place,
		inUse: destinationsInUse(downloads.list),
		suggested: -1,
	};
	return text === '' ? empty : paste(empty, text);
}

/** One source stays a line that can be edited; several become lines of their own. */
export function paste(dialog: AddDialog, text: string): AddDialog {
	if (dialog.field !== 'sources') return editField(dialog, (line) => insertText(line, text.trim()));
	const { sources } = findSources(text, dialog.place);
	const [first] = sources;
	const isLine = sources.length === 1 && dialog.line.characters.length === 0;
	if (first && !(isLine && !/\s/.test(first.uri))) return take(dialog, sources);
	// Of a text around it nothing stays.
	return editField(dialog, (line) => insertText(line, first?.uri ?? text.trim()));
}

/** Adds sources to those taken, each once; the cursor goes on the last one. */
export function take(dialog: AddDialog, sources: readonly Source[]): AddDialog {
	const known = new Set(dialog.taken.map(({ uri }) => uri));
	const taken = [...dialog.taken, ...sources.filter(({ uri }) => !known.has(uri))].slice(0, mostSources);
	return { ...dialog, taken, chosen: Math.max(0, taken.length - 1) };
}

/** Edits what the field with the keys holds: its line, a number, or whether something is on. */
export function editField(dialog: AddDialog, edit: (line: LineEdit) => LineEdit): AddDialog {
	switch (dialog.field) {
		case 'sources': {
			const line = edit(dialog.line);
			const typed = findTyped(lineText(line), dialog.place);
			const chosen =
				typed.length > 0 ? dialog.taken.length : Math.min(dialog.chosen, dialog.taken.length - 1);
			return { ...dialog, line, typed, chosen: Math.max(0, chosen) };
		}
		case 'destination':
			return { ...dialog, line: edit(dialog.line), suggested: -1 };
		case 'hops': {
			const digit = /\d(?=\D*$)/.exec(lineText(edit(emptyLine)))?.[0];
			return digit === undefined ? dialog : withHops(dialog, Number(digit));
		}
		case 'safe-seeding':
			return lineText(edit(emptyLine)).includes(' ')
				? { ...dialog, safeSeeding: !dialog.safeSeeding }
				: dialog;
	}
}

/** Moves to another field; the line goes along with its field. */
export function goToField(dialog: AddDialog, field: AddField): AddDialog {
	const left = { ...dialog.left, [dialog.field]: dialog.line };
	return { ...dialog, left, field, line: left[field] ?? emptyLine, suggested: -1 };
}

/** Moves what the field with the keys has to move: among sources, suggestions, numbers. */
export function moveInField(state: State, dialog: AddDialog, rows: number): AddDialog {
	switch (dialog.field) {
		case 'sources': {
			const last = allSources(dialog).length - 1;
			return { ...dialog, chosen: Math.max(0, Math.min(last, dialog.chosen + rows)) };
		}
		case 'destination': {
			const last = suggestionsOf(state, dialog).length - 1;
			return { ...dialog, suggested: Math.max(-1, Math.min(last, dialog.suggested + rows)) };
		}
		case 'hops':
			return withHops(dialog, dialog.hops - rows);
		case 'safe-seeding':
			return { ...dialog, safeSeeding: rows < 0 };
	}
}

/** Takes the chosen source out; what is typed goes with its line. */
export function dropChosen(dialog: AddDialog): AddDialog {
	const { taken, chosen } = dialog;
	if (chosen >= taken.length)
		return { ...dialog, line: emptyLine, typed: [], chosen: Math.max(0, taken.length - 1) };
	const rest = taken.toSpliced(chosen, 1);
	return {
		...dialog,
		taken: rest,
		chosen: Math.max(0, Math.min(chosen, rest.length + dialog.typed.length - 1)),
	};
}

/** The field after this one, or before. */
export function neighbourOf(field: AddField, offset: number): AddField {
	const at = (addFields.indexOf(field) + offset + addFields.length) % addFields.length;
	return addFields[at] ?? field;
}

function withHops(dialog: AddDialog, hops: number): AddDialog {
	return { ...dialog, hops: Math.max(0, Math.min(mostHops, hops)) };
}
