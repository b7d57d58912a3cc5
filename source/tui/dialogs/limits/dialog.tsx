import { shorten } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { wrap } from '../../../format/wrap.ts';
import { limitLines } from '../../../state/dialogs/change-dialogs.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answer, answersTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf, padded } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import { style } from '../../theme/theme.ts';
import { aboutSubjects } from '../about-subjects.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { lineField } from '../dialog.ts';
import { limitsCommands } from './commands.ts';
import { type Direction, directions, limitMeaning, typedLimits } from './typed-limits.ts';

const WANTED_WIDTH = 60;
const FIELD_WIDTH = 10;
const labels: Readonly<Record<Direction, string>> = { down: '↓ down: ', up: '↑ up:   ' };

/** Asks for the rate limits of downloads. */
export function LimitsDialog({ dialog, theme, width, height }: DialogProps<'limits'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const typed = typedLimits(dialog);
	const lines = limitLines(dialog);
	const field = (direction: Direction) => {
		const { characters, cursor } = lines[direction];
		const isHere = dialog.field === direction;
		const text = isHere
			? textField(characters, cursor, FIELD_WIDTH)
			: sanitise(lineText(lines[direction]), FIELD_WIDTH - 1);
		const meaning = shorten(
			limitMeaning(dialog, direction),
			inner - labels[direction].length - FIELD_WIDTH - 1,
		);
		return `${style(theme, isHere ? 'title' : 'normal', labels[direction])}${padded(text, FIELD_WIDTH)} ${style(theme, 'faint', meaning)}`;
	};
	const said = wrap(typeof typed === 'string' ? typed : ' ', inner);
	const answers = [
		...answer('limits-change', 'enter', ' limit   '),
		...answer('limits-field', 'tab', ' other   '),
		...answer('limits-leave', 'esc', ' leave'),
	];
	const drawn = [
		line({ text: shorten(sanitise(aboutSubjects(dialog), inner * 4), inner) }),
		...directions.map(field),
		...[...said, ' '].slice(0, 2).map((text) => line({ text, token: 'faint' })),
		line(...answers),
	];
	const answerAt = answersTargets(drawn.length, inner, answers);
	return (
		<Frame
			title="Speed limits"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={drawn}
			targetAt={(cell, at) => {
				const field = directions[at - 1];
				return field ? { kind: 'field', field } : answerAt(cell, at);
			}}
		/>
	);
}

export const limitsDialog: DialogSurface<'limits'> = {
	kind: 'limits',
	title: 'Limit speeds',
	commands: limitsCommands,
	field: {
		...lineField<'limits'>(),
		next: (dialog, state) => {
			const field = dialog.field === 'down' ? 'up' : 'down';
			return replaceTop(state, { ...dialog, field, line: dialog.other, other: dialog.line });
		},
	},
	point: ({ field }, { state, dispatch }) => {
		const top = state.dialogs.at(-1);
		if (top?.kind === 'limits' && top.field !== field) dispatch({ type: 'switch-field' });
	},
	view: LimitsDialog,
	spoken: {
		title: (dialog) => `Speed limits of ${sanitise(aboutSubjects(dialog), 300)}`,
		choice: (dialog) => {
			const typed = typedLimits(dialog);
			const fault = typeof typed === 'string' ? ` ${typed}` : '';
			return `${dialog.field === 'down' ? 'Down' : 'Up'}: ${limitMeaning(dialog, dialog.field)}.${fault}`;
		},
	},
};
