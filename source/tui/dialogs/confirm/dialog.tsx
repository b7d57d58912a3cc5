import { wrap } from '../../../format/wrap.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answerTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { namedFew } from '../../components/named-few.ts';
import { titleOf } from '../../give-change.ts';
import type { DialogProps } from '../dialog.ts';
import { confirmConsequences, confirmQuestion } from './words.ts';

const wanted = 60;
const mostNames = 5;

/** Asks before many downloads are told something, and says what that will do to which. */
export function ConfirmDialog({ dialog, theme, width, height }: DialogProps<'confirm'>) {
	const inner = innerWidthOf(width, wanted);
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const said = confirmConsequences(dialog).flatMap((sentence) => wrap(sentence, inner));
	const names = dialog.subjects.slice(0, mostNames + 1).map(titleOf);
	// The frame and the footer beneath it have two rows each; the question has one, the answers two.
	const room = Math.max(1, height - 7);
	const shown = said.slice(0, room);
	const blank = room >= shown.length + 2 ? [''] : [];
	const few = Math.min(mostNames, room - shown.length - 3);
	const named = few > 0 ? namedFew(names, dialog.subjects.length, few, inner) : [];
	const lines = [
		line({ text: confirmQuestion(dialog) }),
		...named.map((segment) => line(segment)),
		...blank,
		...shown.map((text) => line({ text })),
		...blank,
		line({ text: 'enter', token: 'key' }, { text: ' do it' }),
		line({ text: 'esc', token: 'key' }, { text: '   leave them as they are' }),
	];
	return (
		<Frame
			title="Are you sure?"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={lines}
			targetAt={answerTargets(lines.length, ['confirm-do', 'confirm-leave'])}
		/>
	);
}
