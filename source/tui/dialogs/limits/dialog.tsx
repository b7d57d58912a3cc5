import { limitLines } from '../../../state/dialogs/change-dialogs.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { sendChange } from '../../actions/send-change.ts';
import { aboutSubjects } from '../about-subjects.ts';
import { type DialogProps, type DialogSurface, lineField } from '../dialog.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../kit/index.ts';
import { type Direction, directions, limitMeaning, typedLimits } from './typed-limits.ts';

/** Commands of the limits dialog; every other key types. */
const limitsCommands = dialogCommands('limits', [
	{
		id: 'limits-change',
		keys: ['enter'],
		title: 'Set the limits',
		hint: 'limit',
		when: ({ connection }, dialog) => {
			const typed = typedLimits(dialog, connection);
			return typeof typed === 'string' ? typed : true;
		},
		run: (context, dialog) => {
			const change = typedLimits(dialog, context.state.connection);
			if (typeof change === 'string') return;
			context.dispatch({ type: 'close' });
			sendChange(change, dialog, context);
		},
	},
	{
		id: 'limits-field',
		keys: ['tab', 'down', 'up', 'shift-tab'],
		title: 'Go to the other limit',
		hint: 'other',
		run: ({ dispatch }) => dispatch({ type: 'switch-field' }),
	},
	closeCommand('limits-leave', ['escape'], 'Cancel'),
	...editCommands('limits'),
]);

const labels: Readonly<Record<Direction, { readonly label: string; readonly spokenLabel: string }>> = {
	down: { label: '↓ down: ', spokenLabel: 'Down' },
	up: { label: '↑ up:   ', spokenLabel: 'Up' },
};

/** Asks for the rate limits of downloads. */
export function LimitsDialog({ dialog, state: { connection }, ...screen }: DialogProps<'limits'>) {
	const lines = limitLines(dialog);
	const typed = typedLimits(dialog, connection);
	return (
		<Dialog title="Speed limits" columns={60} screen={screen}>
			<Line>{aboutSubjects(dialog)}</Line>
			{directions.map((direction) => (
				<Field
					{...labels[direction]}
					key={direction}
					line={lines[direction]}
					cells={10}
					isFocused={dialog.field === direction}
					field={direction}
					note={limitMeaning(dialog, direction, connection)}
				/>
			))}
			<Paragraph leastRows={2} most={2} token="faint" isLive>
				{typeof typed === 'string' ? typed : ''}
			</Paragraph>
			<Answers commands={limitsCommands} />
		</Dialog>
	);
}

export const limitsDialog: DialogSurface<'limits'> = {
	kind: 'limits',
	title: 'Limit speeds',
	commands: limitsCommands,
	showsKeys: true,
	field: {
		...lineField(),
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
};
