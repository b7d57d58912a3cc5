import { sanitise } from '../../../format/sanitise.ts';
import { wrap } from '../../../format/wrap.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answerTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { namedFew } from '../../components/named-few.ts';
import { titleOf } from '../../give-change.ts';
import type { DialogProps } from '../dialog.ts';
import { amountOf, hiddenSentence } from './words.ts';

const wanted = 60;
const mostNames = 5;
/** Rows of the screen that are taken by all but names: the frame, the question, the answers, and blanks. */
const rowsBesideNames = 8;

/** Asks before downloads are removed, and says what that will do to which. */
export function RemoveDialog({ dialog, theme, width, height }: DialogProps<'remove'>) {
	const inner = innerWidthOf(width, wanted);
	const { subjects, hidden = 0 } = dialog;
	const [first] = subjects;
	const one = first && subjects.length === 1 ? sanitise(titleOf(first), inner * 4) : undefined;
	const it = one === undefined ? 'them' : 'it';
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const unseen = hiddenSentence(hidden).flatMap((sentence) => wrap(sentence, inner));
	const few = Math.min(mostNames, height - rowsBesideNames - unseen.length - 1);
	const names = subjects.slice(0, mostNames + 1).map(titleOf);
	const named = one === undefined && few > 0 ? namedFew(names, subjects.length, few, inner) : [];
	const lines = [
		line({ text: `Remove ${one ?? `${subjects.length} downloads`}?` }),
		...named.map((segment) => line(segment)),
		...unseen.map((text) => line({ text, token: 'warning' })),
		'',
		line({ text: 'r', token: 'key' }, { text: `   remove ${it}, keep the data` }),
		line(
			{ text: 'D', token: 'key' },
			{ text: `   remove ${it} and ` },
			{ text: `delete ${amountOf(subjects)} from the disk`, token: 'bad' },
		),
		line({ text: 'esc', token: 'key' }, { text: ` leave ${it}` }),
	];
	return (
		<Frame
			title={one === undefined ? 'Remove downloads' : 'Remove a download'}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={lines}
			targetAt={answerTargets(lines.length, ['remove-keep', 'remove-data', 'remove-cancel'])}
		/>
	);
}
