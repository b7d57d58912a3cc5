import { truncate } from '../../../format/cells.ts';
import { failureAt } from '../../../state/failure-list.ts';
import { composeLine } from '../../components/compose-line.ts';
import { choiceTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf, padded } from '../../components/frame.tsx';
import { scrollTo } from '../../components/scroll-to.ts';
import { style } from '../../theme/theme.ts';
import type { DialogProps } from '../dialog.ts';
import { failureLine, failureWords, nameCells, partsOf, wantedWidth } from './layout.ts';

/** The orders that failed, each with its download and why; of the chosen one every word. */
export function FailuresDialog({ dialog, state, theme, width, height }: DialogProps<'failures'>) {
	const inner = innerWidthOf(width, wantedWidth);
	const { failures } = state.work;
	const at = failureAt(state.work, dialog.chosen);
	const parts = partsOf(height);
	const room = Math.min(parts.list, failures.length);
	const first = scrollTo(Math.max(0, at - room + 1), at, failures.length, room);
	const chosen = failures[at];
	const inView = failures.slice(first, first + room);
	const names = nameCells(inView, inner - 2);
	const lines = inView.map((failure, index) => {
		const text = failureLine(failure, names, inner - 2);
		if (first + index !== at) return composeLine(theme, inner, [{ text: `  ${text}` }]);
		return style(theme, 'selected', padded(truncate(`> ${text}`, inner), inner));
	});
	// What a short list leaves free is for the words.
	const words = chosen ? failureWords(chosen, inner, parts.words + parts.list - room) : [];
	const blank = Array<string>(Math.max(0, parts.words - words.length)).fill('');
	return (
		<Frame
			title={`Failed: ${at + 1} of ${failures.length}`}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wantedWidth}
			lines={[
				...lines,
				style(theme, 'border', '─'.repeat(inner)),
				...[...words, ...blank].map((text) => composeLine(theme, inner, [{ text, token: 'bad' }])),
			]}
			targetAt={choiceTargets({ above: 0, first, count: failures.length, room })}
		/>
	);
}
