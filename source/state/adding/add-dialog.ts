import { destinationsInUse } from '../downloads/downloads.ts';
import { emptyLine, insertText, type LineEdit, lineText } from '../surfaces/line-edit.ts';
import { type AddDialog, type AddField, addFields, MAX_HOPS } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import { completionOf, isIncomplete, lineOf } from './completion.ts';
import { findSources, findTyped, MAX_SOURCES } from './find-sources.ts';
import type { Source, WorkingDirectory } from './source.ts';
import { sourcesOf } from './sources-of.ts';
import { suggestionsOf } from './suggestions.ts';

/** Returns the dialog. `text` may name a source, which fills it. */
export function beginAdding({ downloads }: AddingData, text: string, place: WorkingDirectory): AddDialog {
	const empty: AddDialog = {
		kind: 'add',
		field: 'sources',
		line: emptyLine,
		otherLines: {},
		addedSources: [],
		typed: [],
		chosen: 0,
		hops: 0,
		safeSeeding: false,
		usesFiles: false,
		stopped: false,
		cwd: place,
		usedDestinations: destinationsInUse(downloads.list),
		suggestionIndex: -1,
		pendingCompletion: undefined,
	};
	return text === '' ? empty : paste(empty, text);
}

/** Inserts pasted text. One source stays an editable line; several become lines of their own. */
export function paste(dialog: AddDialog, text: string): AddDialog {
	if (dialog.field !== 'sources') return editField(dialog, (line) => insertText(line, text.trim()));
	const { sources } = findSources(text, dialog.cwd);
	const [first] = sources;
	const isLine = sources.length === 1 && dialog.line.characters.length === 0;
	if (first && !(isLine && !/\s/.test(first.uri))) return addSources(dialog, sources);
	// Text around the link is dropped.
	return editField(dialog, (line) => insertText(line, first?.uri ?? text.trim()));
}

/** Adds sources without duplicates and moves the cursor to the first of them. */
export function addSources(dialog: AddDialog, sources: readonly Source[]): AddDialog {
	const known = new Set(dialog.addedSources.map(({ uri }) => uri));
	const addedSources = [...dialog.addedSources, ...sources.filter(({ uri }) => !known.has(uri))].slice(
		0,
		MAX_SOURCES,
	);
	const chosen = Math.min(dialog.addedSources.length, addedSources.length - 1);
	return { ...dialog, addedSources, chosen: Math.max(0, chosen) };
}

/** Returns the dialog with the typed line of sources emptied. */
export function withoutTyped(dialog: AddDialog): AddDialog {
	const otherLines = { ...dialog.otherLines, sources: emptyLine };
	const line = dialog.field === 'sources' ? emptyLine : dialog.line;
	return { ...dialog, line, otherLines, typed: [] };
}

/** Edits the value of the focused field: a line, a number, or a switch. */
export function editField(dialog: AddDialog, edit: (line: LineEdit) => LineEdit): AddDialog {
	switch (dialog.field) {
		case 'sources': {
			const line = edit(dialog.line);
			const typed = findTyped(lineText(line), dialog.cwd);
			const chosen =
				typed.length > 0
					? dialog.addedSources.length
					: Math.min(dialog.chosen, dialog.addedSources.length - 1);
			return { ...dialog, line, typed, chosen: Math.max(0, chosen) };
		}
		case 'destination':
			return { ...dialog, line: edit(dialog.line), suggestionIndex: -1 };
		case 'hops': {
			const digit = lineText(edit(emptyLine)).match(/\d/g)?.at(-1);
			return digit === undefined ? dialog : withHops(dialog, Number(digit));
		}
		case 'safe-seeding':
			return lineText(edit(emptyLine)).includes(' ')
				? { ...dialog, safeSeeding: !dialog.safeSeeding }
				: dialog;
		case 'use-files':
			return lineText(edit(emptyLine)).includes(' ') ? { ...dialog, usesFiles: !dialog.usesFiles } : dialog;
		case 'stopped':
			return lineText(edit(emptyLine)).includes(' ') ? { ...dialog, stopped: !dialog.stopped } : dialog;
	}
}

/** Moves to another field and stores the line of the previous one. */
export function goToField(dialog: AddDialog, field: AddField): AddDialog {
	const otherLines = { ...dialog.otherLines, [dialog.field]: dialog.line };
	return { ...dialog, otherLines, field, line: otherLines[field] ?? emptyLine, suggestionIndex: -1 };
}

/**
 * Completes the typed text or waits for its folder. Moves to the next field if there is nothing to complete. Keeps an
 * incomplete path with several continuations once, so that nothing is added to a partial path.
 */
export function completeField(state: AddingData, dialog: AddDialog): AddDialog {
	const completion = completionOf(state, dialog);
	const isHeld = completion === 'reading' || (completion === undefined && isIncomplete(state, dialog));
	if (isHeld && dialog.pendingCompletion !== dialog.line)
		return { ...dialog, pendingCompletion: dialog.line };
	if (completion === undefined || completion === 'reading') {
		return goToField(dialog, neighborOf(dialog.field, 1));
	}
	return { ...editField(dialog, () => lineOf(completion.text)), pendingCompletion: undefined };
}

/** Completes a line that waited for a folder, after that folder was read. */
export function completeLate(state: AddingData, dialog: AddDialog): AddDialog {
	const isWaiting = dialog.pendingCompletion !== undefined && dialog.pendingCompletion === dialog.line;
	if (!isWaiting || completionOf(state, dialog) === 'reading') return dialog;
	return completeField(state, { ...dialog, pendingCompletion: undefined });
}

/** Moves within the focused field: among sources, suggestions or numbers. */
export function moveInField(state: AddingData, dialog: AddDialog, rows: number): AddDialog {
	switch (dialog.field) {
		case 'sources': {
			const last = sourcesOf(state, dialog).length - 1;
			return { ...dialog, chosen: Math.max(0, Math.min(last, dialog.chosen + rows)) };
		}
		case 'destination': {
			const last = suggestionsOf(state, dialog).length - 1;
			return { ...dialog, suggestionIndex: Math.max(-1, Math.min(last, dialog.suggestionIndex + rows)) };
		}
		case 'hops':
			return withHops(dialog, dialog.hops - rows);
		case 'safe-seeding':
			return { ...dialog, safeSeeding: rows < 0 };
		case 'use-files':
			return { ...dialog, usesFiles: rows < 0 };
		case 'stopped':
			return { ...dialog, stopped: rows < 0 };
	}
}

/** Returns the number of positions that `moveInField` can move between. */
export function positionsInField(state: AddingData, dialog: AddDialog): number {
	switch (dialog.field) {
		case 'sources':
			return sourcesOf(state, dialog).length;
		case 'destination':
			// The position before the first one is included.
			return 1 + suggestionsOf(state, dialog).length;
		case 'hops':
			return MAX_HOPS + 1;
		case 'safe-seeding':
		case 'use-files':
		case 'stopped':
			return 2;
	}
}

/** Removes the chosen source. For a typed one, empties its line. */
export function removeChosen(dialog: AddDialog): AddDialog {
	const { addedSources, chosen } = dialog;
	if (chosen >= addedSources.length)
		return { ...dialog, line: emptyLine, typed: [], chosen: Math.max(0, addedSources.length - 1) };
	const rest = addedSources.toSpliced(chosen, 1);
	return {
		...dialog,
		addedSources: rest,
		chosen: Math.max(0, Math.min(chosen, rest.length + dialog.typed.length - 1)),
	};
}

/** Returns the field at an offset, wrapping around. */
export function neighborOf(field: AddField, offset: number): AddField {
	const at = (addFields.indexOf(field) + offset + addFields.length) % addFields.length;
	return addFields[at] ?? field;
}

function withHops(dialog: AddDialog, hops: number): AddDialog {
	return { ...dialog, hops: Math.max(0, Math.min(MAX_HOPS, hops)) };
}
