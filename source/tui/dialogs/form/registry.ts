import type { State } from '../../../state/core/state.ts';
import {
	type FormDialog,
	type FormId,
	type FormSubject,
	formDialog,
	formText,
	type SubjectOf,
} from '../../../state/dialogs/form-dialog.ts';
import type { Form, FormField, FormTexts } from './form.ts';
import { channelForm, channelTorrentForm } from './forms/channel.ts';
import { entryChangeForm, entryForm } from './forms/entry.ts';
import { feedFilterForm, feedForm } from './forms/feed.ts';
import { healthForm } from './forms/health.ts';
import { hopsForm } from './forms/hops.ts';
import { labelForm } from './forms/label.ts';
import { limitsForm } from './forms/limits.ts';
import { moveForm } from './forms/move.ts';
import { playlistForm, playlistTorrentsForm } from './forms/playlist.ts';
import { renameForm } from './forms/rename.ts';
import { saveFilterForm } from './forms/save-filter.ts';
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
	hops: hopsForm,
	limits: limitsForm,
	'save-filter': saveFilterForm,
};

/** Returns the declaration of a subject's form. The id ties the subject to its form. */
export function formOf<Id extends FormId>(subject: SubjectOf<Id> & { readonly form: Id }): Form<Id> {
	return forms[subject.form];
}

/** Returns an empty form, or one with the texts of what it changes. */
export function openForm(subject: FormSubject, texts: FormTexts = {}): FormDialog {
	const { fields, replaced } = formOf(subject);
	return formDialog(
		subject,
		fields.map(({ id }) => id),
		texts,
		replaced?.(subject),
	);
}

/** Returns the typed texts of a form. */
export function textsOf(dialog: FormDialog): FormTexts {
	return Object.fromEntries(dialog.fields.map((id) => [id, formText(dialog, id).trim()]));
}

/** Returns the meaning of the typed texts of a form. */
export function readForm(dialog: FormDialog, state: State) {
	return formOf(dialog.subject).read(textsOf(dialog), dialog.subject, state);
}

/** Returns the known texts of the field with the cursor. */
export function choicesOf({ subject, field }: FormDialog, state: State): readonly string[] {
	return formOf(subject).choices?.(field, state, subject) ?? [];
}

/** Returns the declaration of a field. */
export function fieldOf({ subject }: FormDialog, field: string): FormField | undefined {
	return formOf(subject).fields.find(({ id }) => id === field);
}

/** Returns the label of a field. */
export function fieldLabel(form: FormDialog, field: string): string {
	return fieldOf(form, field)?.label ?? '';
}
