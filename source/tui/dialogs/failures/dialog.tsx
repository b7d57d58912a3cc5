import { shorten, truncate } from '../../../format/cells.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { sentence } from '../../../format/sentence.ts';
import { chosenFailure, failureAt, moveInFailures } from '../../../state/batch/failure-list.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { composeLine } from '../../components/compose-line.ts';
import { Frame, innerWidthOf, padded } from '../../components/frame.tsx';
import { style } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { failuresCommands } from './commands.ts';
import { failureLine, failureText, nameCells, partsOf, truncated, WANTED_WIDTH } from './layout.ts';
import { failureWindow } from './window.ts';

/** The failed requests, grouped by action, each with its download and reason; the chosen one in full. */
export function FailuresDialog({ dialog, state, theme, width, height }: DialogProps<'failures'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const { failures } = state.batches;
	const at = failureAt(state.batches, dialog.chosen);
	const parts = partsOf(height);
	const shown = failureWindow(failures, at, parts.list);
	const inView = shown.flatMap((line) => (line.kind === 'failure' ? line.failure : []));
	const names = nameCells(inView, inner - 2);
	const lines = shown.map((line) => {
		if (line.kind === 'doing') {
			return composeLine(theme, inner, [{ text: shorten(truncated(line.text), inner), token: 'heading' }]);
		}
		const text = failureLine(line.failure, names, inner - 2);
		if (line.at !== at) return composeLine(theme, inner, [{ text: `  ${text}` }]);
		return style(theme, 'selected', padded(truncate(`> ${text}`, inner), inner));
	});
	// Space that a short list leaves is for the reason.
	const chosen = failures[at];
	const words = chosen ? failureText(chosen, inner, parts.words + parts.list - lines.length) : [];
	const blank = Array<string>(Math.max(0, parts.words - words.length)).fill('');
	return (
		<Frame
			title={`What failed (row ${at + 1} of ${failures.length})`}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={[
				...lines,
				style(theme, 'border', '─'.repeat(inner)),
				...[...words, ...blank].map((text) => composeLine(theme, inner, [{ text, token: 'bad' }])),
			]}
			targetAt={(_, row) => {
				const line = shown[row];
				return line?.kind === 'failure'
					? { kind: 'row', part: 'dialog', key: String(line.at), index: line.at }
					: undefined;
			}}
		/>
	);
}

export const failuresDialog: DialogSurface<'failures'> = {
	kind: 'failures',
	title: 'Failed requests',
	commands: failuresCommands,
	list: {
		positions: (_, { batches }) => batches.failures.length,
		move: (dialog, state, rows) => replaceTop(state, moveInFailures(state.batches, dialog, rows)),
	},
	view: FailuresDialog,
	spoken: {
		title: () => 'Orders that failed',
		choice: (dialog, { batches }) => {
			const failure = chosenFailure(batches, dialog);
			if (!failure) return '';
			const { doing, text, hint } = failure;
			const place = `${failureAt(batches, dialog.chosen) + 1} of ${batches.failures.length}`;
			const next = hint === '' ? '' : `${hint} `;
			return `${oneLine(doing, 300)}: ${sentence(sanitise(text, 1000))} ${next}${place}.`;
		},
	},
};
