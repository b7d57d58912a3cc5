import { emptyLine, insertText, type LineEdit, lineText, selectedLine } from '../surfaces/line-edit.ts';
import type { Question } from './change-dialogs.ts';

/** Subject of a form. Ids of entries are decimal digits, because they exceed exact numbers. */
export type FormSubject =
	| { readonly form: 'channel'; readonly isNew: boolean }
	| { readonly form: 'channel-torrent'; readonly channel: string }
	| { readonly form: 'playlist'; readonly channel: string; readonly id: string | undefined }
	| {
			readonly form: 'playlist-torrents';
			readonly channel: string;
			/** Infohash and name of each torrent. Names are untrusted. */
			readonly torrents: readonly (readonly [infohash: string, name: string])[];
	  }
	| { readonly form: 'feed'; readonly channel: string }
	| { readonly form: 'feed-filter'; readonly channel: string; readonly url: string }
	| { readonly form: 'shared-limits' }
	| { readonly form: 'plain-limits' }
	| { readonly form: 'search' }
	| { readonly form: 'entry' }
	| { readonly form: 'entry-change'; readonly publicKey: string; readonly id: string }
	| { readonly form: 'health' }
	| {
			readonly form: 'seeding';
			readonly infohashes: readonly string[];
			/** Their name or number. Untrusted. */
			readonly what: string;
	  }
	/** The name is untrusted. */
	| { readonly form: 'rename'; readonly infohash: string; readonly torrentName: string }
	/** The name is untrusted. */
	| { readonly form: 'label'; readonly name: string }
	| {
			readonly form: 'tracker';
			readonly infohash: string;
			/** Untrusted. */
			readonly name: string;
			/** The tracker to change; undefined for a new one. */
			readonly url: string | undefined;
	  }
	/** `isOf8`: a setting of a service of 8.x. */
	| { readonly form: 'setting'; readonly path: string; readonly isOf8: boolean }
	| { readonly form: 'player' }
	| (Question & { readonly form: 'hops' })
	| (Question & { readonly form: 'limits' })
	/** The filter is untrusted. */
	| { readonly form: 'save-filter'; readonly filter: string }
	| {
			readonly form: 'move';
			/** Infohash and name of each download. Names are untrusted. */
			readonly downloads: readonly (readonly [infohash: string, name: string])[];
			/** Their folders without duplicates. Untrusted. */
			readonly from: readonly string[];
			/** Other folders in use. Untrusted. */
			readonly folders: readonly string[];
	  };

export type FormId = FormSubject['form'];

/** Subject of one kind of form. */
export type SubjectOf<Id extends FormId> = Extract<FormSubject, { readonly form: Id }>;

/** A form of text fields. */
export interface FormDialog {
	readonly kind: 'form';
	readonly subject: FormSubject;
	/** Ids of its fields, in their sequence. */
	readonly fields: readonly string[];
	/** Fields whose text is replaced by the first typed one. */
	readonly replaced: readonly string[];
	/** The field with the cursor. */
	readonly field: string;
	/** Its text. */
	readonly line: LineEdit;
	/** Texts of the other fields. */
	readonly texts: Readonly<Record<string, string>>;
	/** Id of the request that is being sent; undefined while the user types. */
	readonly sending: number | undefined;
	/** Reason why the request failed; '' for none. Untrusted. */
	readonly refusal: string;
}

/** Returns a form with its texts. The cursor is at the end of the first field. */
export function formDialog(
	subject: FormSubject,
	fields: readonly string[],
	texts: Readonly<Record<string, string>> = {},
	replaced: readonly string[] = [],
): FormDialog {
	const field = fields[0] ?? '';
	return {
		kind: 'form',
		subject,
		fields,
		replaced,
		field,
		line: enteredLine(replaced, field, texts),
		texts,
		sending: undefined,
		refusal: '',
	};
}

/** Returns the line of a field that gets the cursor. */
function enteredLine(replaced: readonly string[], field: string, texts: FormDialog['texts']): LineEdit {
	const text = texts[field] ?? '';
	return replaced.includes(field) && text !== '' ? selectedLine(text) : insertText(emptyLine, text);
}

/** Returns the text of a field. */
export function formText({ field, line, texts }: FormDialog, which: string): string {
	return field === which ? lineText(line) : (texts[which] ?? '');
}

/** Moves the cursor to a field. */
export function focusFormField(form: FormDialog, field: string): FormDialog {
	if (field === form.field || !form.fields.includes(field)) return form;
	const texts = { ...form.texts, [form.field]: lineText(form.line) };
	return { ...form, texts, field, line: enteredLine(form.replaced, field, texts) };
}

/** Moves the cursor by a number of fields, around the ends. */
export function focusFormNeighbor(form: FormDialog, offset: number): FormDialog {
	const { fields } = form;
	const index = (fields.indexOf(form.field) + offset + fields.length) % fields.length;
	return focusFormField(form, fields[index] ?? form.field);
}

/** Edits the field with the cursor. Nothing changes while the form is being sent. */
export function editForm(form: FormDialog, edit: (line: LineEdit) => LineEdit): FormDialog {
	return form.sending === undefined ? { ...form, line: edit(form.line), refusal: '' } : form;
}

/** Replaces the text of the field with the cursor by the next choice. Another text becomes the first or last one. */
export function chooseNextText(form: FormDialog, choices: readonly string[], offset: number): FormDialog {
	const { length } = choices;
	if (length === 0) return form;
	const at = choices.indexOf(lineText(form.line).trim());
	const next = at < 0 ? (offset > 0 ? 0 : length - 1) : (at + offset + length) % length;
	return { ...form, line: insertText(emptyLine, choices[next] ?? ''), refusal: '' };
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		form: FormDialog;
	}
}
