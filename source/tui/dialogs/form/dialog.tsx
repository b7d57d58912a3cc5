import { oneLine } from '../../../format/one-line.ts';
import { takeRequested } from '../../../state/channels/requested-rows.ts';
import type { State } from '../../../state/core/state.ts';
import {
	editForm,
	type FormDialog as Form,
	focusFormField,
	formText,
} from '../../../state/dialogs/form-dialog.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { emptyLine, insertText } from '../../../state/surfaces/line-edit.ts';
import type { Token } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Answers, Dialog, Field, Gap, Paragraph } from '../kit/index.ts';
import { formCommands, formRefusals } from './commands.ts';
import { isFault } from './form.ts';
import { onlyPlaylist } from './forms/playlist.ts';
import { choicesOf, fieldLabel, fieldOf, formOf, readForm, textsOf } from './registry.ts';

const WIDTH = 76;
/** Cells of a field with a text beside it. */
const SHORT_CELLS = 12;
/** Interval of requests for the playlists to choose from, ms. */
const PLAYLISTS_MS = 5_000;

/** A form of text fields. */
function FormDialog({ dialog: form, state, ...screen }: DialogProps<'form'>) {
	const { subject } = form;
	const { title, answer, about, fields, beside } = formOf(subject);
	const texts = textsOf(form);
	const labelCells = Math.max(...fields.map(({ label }) => label.length)) + 2;
	const [outcome, token] = outcomeOf(form, state);
	const isSingle = fields.length === 1;
	const without = [
		...(isSingle ? ['form-next'] : []),
		...(choicesOf(form, state).length > 0 ? [] : ['form-down']),
	];
	const note = fieldOf(form, form.field)?.note ?? '';
	return (
		<Dialog title={title(subject)} columns={WIDTH} screen={screen}>
			<Paragraph most={3}>{about?.(subject, state) ?? []}</Paragraph>
			{fields.map(({ id, label }) => {
				const isOn = form.field === id;
				return (
					<Field
						key={id}
						field={id}
						label={`${isOn ? '>' : ' '} ${`${label}:`.padEnd(labelCells)}`}
						spokenLabel={label}
						line={isOn ? form.line : insertText(emptyLine, formText(form, id))}
						isFocused={isOn}
						{...(beside ? { cells: SHORT_CELLS, note: beside(id, texts, subject, state) } : {})}
					/>
				);
			})}
			<Gap />
			<Paragraph leastRows={1} most={3} token="faint">
				{note}
			</Paragraph>
			<Paragraph leastRows={2} most={6} token={token} isLive>
				{outcome}
			</Paragraph>
			<Answers commands={formCommands} without={without} texts={{ 'form-send': answer(subject) }} />
		</Dialog>
	);
}

/** Returns the reason of a failure, or why the form cannot be sent yet. */
function outcomeOf(form: Form, state: State): readonly [text: string, token: Token] {
	if (form.sending !== undefined) return [formRefusals.sending, 'busy'];
	if (form.refusal !== '') return [oneLine(form.refusal, 600), 'bad'];
	const read = readForm(form, state);
	if (!isFault(read))
		return formOf(form.subject).effect?.(textsOf(form), form.subject, state) ?? ['', 'faint'];
	return [read.isQuiet ? '' : formRefusals.notYet(fieldLabel(form, read.field), read.fault), 'faint'];
}

/** Returns the channel whose playlists are the choices of the form on top. */
function channelOfChoice({ dialogs }: State): string | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'form' && top.subject.form === 'playlist-torrents' ? top.subject.channel : undefined;
}

/** Fills the empty field of a form that was opened before the only playlist was known. */
function fillOnlyPlaylist(state: State, channel: string): State {
	const form = state.dialogs.at(-1);
	if (form?.kind !== 'form' || channelOfChoice(state) !== channel) return state;
	const { playlist = '' } = onlyPlaylist(state, channel);
	const isEmpty = form.line.characters.length === 0;
	return isEmpty && playlist !== ''
		? replaceTop(state, { ...form, line: insertText(emptyLine, playlist) })
		: state;
}

/** Returns an edited form. In a field with few texts, the typed letter chooses one, and others are ignored. */
function withChoice(form: Form, edited: Form): Form {
	const choices = fieldOf(form, form.field)?.only;
	const text = formText(edited, form.field).toLowerCase();
	if (!choices || choices.some((choice) => choice.startsWith(text))) return edited;
	const typed = choices.find((choice) => text.endsWith(choice) || choice.startsWith(text.slice(-1)));
	return typed === undefined ? form : { ...edited, line: insertText(emptyLine, typed) };
}

export const formDialog: DialogSurface<'form'> = {
	kind: 'form',
	title: 'Forms of channels, entries, health, labels and settings',
	commands: formCommands,
	showsKeys: true,
	field: {
		refusal: ({ sending }) => (sending === undefined ? undefined : formRefusals.sending),
		edit: (form, state, edit) => {
			const edited = withChoice(form, editForm(form, edit));
			return edited === form ? state : replaceTop(state, edited);
		},
	},
	queries: [
		{
			name: 'playlists',
			endpoint: 'listPlaylists',
			every: PLAYLISTS_MS,
			when: (state) => channelOfChoice(state) !== undefined,
			request: (state) => ({ params: { channelid: channelOfChoice(state) ?? '' } }),
			take: (state, { playlists }, at, _, { params = {} }) => {
				const channel = params.channelid ?? '';
				const known = state.channels.playlists;
				const taken = takeRequested(known, channel, playlists, ({ id }) => String(id), at);
				const channels = { ...state.channels, playlists: taken };
				const wasKnown = onlyPlaylist(state, channel).playlist !== undefined;
				return wasKnown ? { ...state, channels } : fillOnlyPlaylist({ ...state, channels }, channel);
			},
			fail: (state) => state,
		},
	],
	point: ({ field }, { state, dispatch }) => {
		const form = state.dialogs.at(-1);
		if (form?.kind !== 'form' || form.sending !== undefined) return;
		dispatch({ type: 'replace-dialog', dialog: focusFormField(form, field) });
	},
	view: FormDialog,
};
