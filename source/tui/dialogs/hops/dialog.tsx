import { aboutSubjects } from '../about-subjects.ts';
import { type DialogProps, type DialogSurface, lineField } from '../dialog.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../kit/index.ts';
import { hopsCommands } from './commands.ts';
import { hopsMeaning, hopsNow, typedHops, typedHopsText } from './typed-hops.ts';

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
