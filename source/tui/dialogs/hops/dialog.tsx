import { shorten } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { wrap } from '../../../format/wrap.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answer, answersTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import { aboutSubjects } from '../about-subjects.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { lineField } from '../dialog.ts';
import { hopsCommands } from './commands.ts';
import { hopsMeaning, hopsNow, typedHops } from './typed-hops.ts';

const WANTED_WIDTH = 60;
const FIELD_WIDTH = 4;
const label = 'From now on: ';

/** Asks for the number of hops. */
export function HopsDialog({ dialog, theme, width, height }: DialogProps<'hops'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const typed = typedHops(dialog);
	const meaning = typeof typed === 'number' ? hopsMeaning(typed) : typed;
	const token = typeof typed === 'number' ? 'normal' : 'faint';
	const { characters, cursor } = dialog.line;
	// Constant height, so that typing moves nothing.
	const said = [...wrap(meaning, inner), '', ''].slice(0, 3);
	const slow = wrap('Some services take half a minute for each; the list shows which are waiting.', inner);
	const answers = [...answer('hops-change', 'enter', ' change   '), ...answer('hops-leave', 'esc', ' leave')];
	const lines = [
		line({ text: shorten(sanitise(aboutSubjects(dialog), inner * 4), inner) }),
		line({ text: `Hops now: ${hopsNow(dialog)}` }),
		label + textField(characters, cursor, FIELD_WIDTH),
		...said.map((text) => line({ text, token })),
		...(height >= 16 ? slow.map((text) => line({ text, token: 'faint' })) : []),
		line(...answers),
	];
	return (
		<Frame
			title="Hops"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={lines}
			targetAt={answersTargets(lines.length, inner, answers)}
		/>
	);
}

export const hopsDialog: DialogSurface<'hops'> = {
	kind: 'hops',
	title: 'Change hops',
	commands: hopsCommands,
	field: lineField<'hops'>(),
	view: HopsDialog,
	spoken: {
		title: (dialog) => `Hops of ${sanitise(aboutSubjects(dialog), 300)}, now ${hopsNow(dialog)}`,
		choice: (dialog) => {
			const typed = typedHops(dialog);
			return typeof typed === 'number' ? hopsMeaning(typed) : typed;
		},
	},
};
