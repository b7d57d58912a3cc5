import type { State } from '../../../state/core/state.ts';
import {
	type FormDialog,
	type FormId,
	type FormSubject,
	formDialog,
	formText,
	type SubjectOf,
} from '../../../state/dialogs/form-dialog.ts';
import type { Form, FormTexts } from './form.ts';
import { channelForm, channelTorrentForm } from './forms/channel.ts';
import { entryChangeForm, entryForm } from './forms/entry.ts';
import { feedFilterForm, feedForm } from './forms/feed.ts';
import { healthForm } from './forms/health.ts';
import { labelForm } from './forms/label.ts';
import { moveForm } from './forms/move.ts';
import { playlistForm, playlistTorrentsForm } from './forms/playlist.ts';
import { renameForm } from './forms/rename.ts';
import { searchForm } from './forms/search.ts';
import { seedingForm } from './forms/seeding.ts';
import { playerForm, settingForm } from './forms/setting.ts';
import { plainLimitsForm, sharedLimitsForm } from './forms/shared-limits.ts';
import { trackerForm } from './forms/tracker.ts';

/** All forms. */
const forms: { readonly [Id in FormId]: Form<Id> } = {
	channel: channelForm,
	'channel-torrent': channelTorrentForm,
	playlist: playlistForm,
	'playlist-torrents': playlistTorrentsForm,
	feed: feedForm,
	'feed-filter': feedFilterForm,
	'shared-limits': sharedLimitsForm,
	'plain-limits': plainLimitsForm,
	search: searchForm,
	entry: entryForm,
	'entry-change': entryChangeForm,
	health: healthForm,
	label: labelForm,
	seeding: seedingForm,
	rename: renameForm,
	tracker: trackerForm,
	setting: settingForm,
	player: playerForm,
	move: moveForm,
};

/** Returns the declaration of a subject's form. The id ties the subject to its form. */
export function formOf<Id extends FormId>(subject: SubjectOf<Id> & { readonly form: Id }): Form<Id> {
	return forms[subject.form];
}

/** Returns an empty form, or one with the texts of what it changes. */
export function openForm(subject: FormSubject, texts: FormTexts = {}): FormDialog {
	return formDialog(
		subject,
		forms[subject.form].fields.map(({ id }) => id),
		texts,
		replacedFields(subject),
	);
}

function replacedFields<Id extends FormId>(
	subject: SubjectOf<Id> & { readonly form: Id },
): readonly string[] {
	return forms[subject.form].replaced?.(subject) ?? [];
}

/** Returns the meaning of the typed texts of a form. */
export function readForm(dialog: FormDialog, state: State) {
	const texts = Object.fromEntries(dialog.fields.map((id) => [id, formText(dialog, id).trim()]));
	return read(dialog.subject, texts, state);
}

function read<Id extends FormId>(
	subject: SubjectOf<Id> & { readonly form: Id },
	texts: FormTexts,
	state: State,
) {
	return forms[subject.form].read(texts, subject, state);
}

/** Returns the known texts of the field with the cursor. */
export function choicesOf({ subject, field }: FormDialog, state: State): readonly string[] {
	return choices(subject, field, state);
}

function choices<Id extends FormId>(
	subject: SubjectOf<Id> & { readonly form: Id },
	field: string,
	state: State,
): readonly string[] {
	return forms[subject.form].choices?.(field, state, subject) ?? [];
}

/** Returns the effect of enter, in one or two words. */
export function answerOf({ subject }: FormDialog): string {
	return answer(subject);
}

function answer<Id extends FormId>(subject: SubjectOf<Id> & { readonly form: Id }): string {
	return forms[subject.form].answer(subject);
}

/** Returns the only texts of a field; undefined if it takes any text. */
export function closedChoicesOf({ subject, field }: FormDialog): readonly string[] | undefined {
	return forms[subject.form].fields.find(({ id }) => id === field)?.only;
}

/** Returns the label of a field. */
export function fieldLabel({ subject }: FormDialog, field: string): string {
	return forms[subject.form].fields.find(({ id }) => id === field)?.label ?? '';
}
