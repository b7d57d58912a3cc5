import { sendChange } from '../../actions/send-change.ts';
import { aboutSubjects } from '../about-subjects.ts';
import { type DialogProps, type DialogSurface, lineField } from '../dialog.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../kit/index.ts';
import { hopsMeaning, hopsNow, typedHops, typedHopsText } from './typed-hops.ts';

/** Commands of the hops dialog; every other key types. */
const hopsCommands = dialogCommands('hops', [
	{
		id: 'hops-change',
		keys: ['enter'],
		title: 'Change the hops',
		hint: 'change',
		when: (_, dialog) => {
			const typed = typedHops(dialog);
			return typeof typed === 'number' ? true : typed;
		},
		run: (context, dialog) => {
			const hops = typedHops(dialog);
			if (typeof hops !== 'number') return;
			context.dispatch({ type: 'close' });
			sendChange({ kind: 'hops', hops }, dialog, context);
		},
	},
	closeCommand('hops-leave', ['escape'], 'Cancel'),
	...editCommands('hops'),
]);

/** Asks for the number of hops. */
export function HopsDialog({ dialog, state: _, ...screen }: DialogProps<'hops'>) {
	const typed = typedHops(dialog);
	return (
		<Dialog title="Hops" columns={60} screen={screen}>
			<Line>{aboutSubjects(dialog)}</Line>
			<Line>{typedHopsText.now(hopsNow(dialog))}</Line>
			<Field label="From now on: " line={dialog.line} cells={4} />
			{typeof typed === 'number' ? (
				<Paragraph leastRows={3} most={3} isLive>
					{hopsMeaning(typed)}
				</Paragraph>
			) : (
				<Paragraph leastRows={3} most={3} isLive token="faint">
					{typed}
				</Paragraph>
			)}
			<Paragraph token="faint" isOptional>
				Some services need half a minute for each download. The list shows which are waiting.
			</Paragraph>
			<Answers commands={hopsCommands} />
		</Dialog>
	);
}

export const hopsDialog: DialogSurface<'hops'> = {
	kind: 'hops',
	title: 'Change hops',
	commands: hopsCommands,
	showsKeys: true,
	field: lineField(),
	view: HopsDialog,
};
