import { bytes } from '../../../../../format/bytes.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import type { Label } from '../../../../../protocol/resources/label.ts';
import { errorText } from '../../../../../state/connection/error-text.ts';
import {
	currentLabel,
	type LabelChoice,
	labelChoices,
	takeLabels,
} from '../../../../../state/dialogs/labels-dialog.ts';
import { replaceTop, topDialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import { aboutSubjects } from '../../../../dialogs/about-subjects.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../../../../dialogs/dialog.ts';
import { Answers, type ChoiceLine, Choices, Dialog, Field, Line } from '../../../../dialogs/kit/index.ts';
import { labelsCommands, labelsText, MAX_LABEL_ROWS } from './commands.ts';

const WIDTH = 68;
const NAME_CELLS = 24;
/** Interval of requests for the labels, ms. */
const LABELS_MS = 5_000;

/** Chooses the label of downloads. Typing searches the labels, or names a new one. */
function LabelsDialog({ dialog, state: _, ...screen }: DialogProps<'labels'>) {
	const choices = labelChoices(dialog);
	const current = currentLabel(dialog);
	const none =
		dialog.failure !== ''
			? oneLine(dialog.failure, 300)
			: dialog.labels
				? labelsText.none
				: labelsText.loading;
	return (
		<Dialog title={labelsText.title} columns={WIDTH} screen={screen}>
			<Line>{aboutSubjects(dialog)}</Line>
			<Field label="Label: " line={dialog.line} />
			<Choices
				count={choices.length}
				chosen={Math.min(dialog.chosen, choices.length - 1)}
				rows={MAX_LABEL_ROWS}
				none={none}
				lineOf={(index, columns) => choiceLine(choices[index], current, columns)}
			/>
			<Answers commands={labelsCommands} />
		</Dialog>
	);
}

function choiceLine(choice: LabelChoice | undefined, current: string, columns: number): ChoiceLine {
	switch (choice?.kind) {
		case undefined:
			return { left: [] };
		case 'none':
			return { left: [{ text: ` ${labelsText.remove}`, token: 'faint' }] };
		case 'new':
			return { left: [{ text: ` ${labelsText.create(choice.name)}`, most: columns, token: 'good' }] };
		case 'label': {
			const { name, downloads } = choice.label;
			const counted = downloads === undefined ? '' : ` ${downloads} `;
			return {
				left: [
					{ text: ` ${name}`, cells: NAME_CELLS },
					{
						text: ` ${[...(name === current ? [labelsText.current] : []), ...propertiesOf(choice.label)].join(', ')}`,
						most: columns - NAME_CELLS - counted.length,
						token: 'faint',
					},
				],
				right: [{ text: counted }],
			};
		}
	}
}

/** Returns the properties of a label in a few words. Untrusted. */
function propertiesOf({
	destination,
	max_download_speed: down = 0,
	max_upload_speed: up = 0,
	seeding_ratio: ratio,
}: Label): readonly string[] {
	return [
		...(down > 0 ? [`down ${bytes(down)}/s`] : []),
		...(up > 0 ? [`up ${bytes(up)}/s`] : []),
		...(typeof ratio === 'number' && ratio > 0 ? [`ratio ${ratio}`] : []),
		...(destination === '' ? [] : [destination]),
	];
}

export const labelsDialog: DialogSurface<'labels'> = {
	kind: 'labels',
	title: 'Choose a label',
	commands: labelsCommands,
	showsKeys: true,
	list: chosenList((dialog) => labelChoices(dialog).length),
	field: {
		edit: (dialog, state, edit) => replaceTop(state, { ...dialog, line: edit(dialog.line), chosen: 0 }),
	},
	queries: [
		{
			name: 'labels',
			endpoint: 'listLabels',
			every: LABELS_MS,
			take: (state, { labels }) => {
				const top = topDialogOf(state, 'labels');
				return top ? replaceTop(state, takeLabels(top, labels)) : state;
			},
			fail: (state, failure) => {
				const top = topDialogOf(state, 'labels');
				return top ? replaceTop(state, { ...top, failure: errorText(failure) }) : state;
			},
		},
	],
	view: LabelsDialog,
};
