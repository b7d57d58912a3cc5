import { shorten } from '../../../format/cells.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { sentence } from '../../../format/sentence.ts';
import type { BatchFailure } from '../../../state/batch/batch.ts';
import { failureAt, moveInFailures } from '../../../state/dialogs/failure-list.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { type ChoiceLine, Dialog, drawChoice, fixedRows, Paragraph, part, Rule } from '../kit/index.ts';
import { failuresCommands } from './commands.ts';
import { failureLine, nameCells, partsOf, truncated, WANTED_WIDTH } from './layout.ts';
import { type FailureLine, failureWindow } from './window.ts';

interface FailureListProps {
	readonly lines: readonly FailureLine[];
	/** Index of the chosen failure. */
	readonly at: number;
}

/** Cells before the name of a failure. */
const SIGN_CELLS = 2;

/** Failed requests below headings with their action. */
const FailureList = part<FailureListProps>({
	rows: ({ lines }) => fixedRows(lines.length),
	draw: ({ lines, at }, place) => {
		const room = place.columns - SIGN_CELLS;
		const names = nameCells(
			lines.flatMap((line) => (line.kind === 'failure' ? line.failure : [])),
			room,
		);
		const choiceOf = (line: FailureLine): ChoiceLine => {
			if (line.kind === 'doing') {
				return { left: [{ text: shorten(truncated(line.text), place.columns), token: 'heading' }] };
			}
			const sign = line.at === at ? '> ' : '  ';
			return { left: [{ text: sign }, { text: failureLine(line.failure, names, room) }] };
		};
		return {
			lines: lines.map((line) =>
				drawChoice(choiceOf(line), line.kind === 'failure' && line.at === at, place),
			),
			targetAt: (_, row) => {
				const line = lines[row];
				if (line?.kind !== 'failure') return undefined;
				return { kind: 'row', part: 'dialog', key: String(line.at), index: line.at };
			},
		};
	},
});

/** The failed requests, grouped by action, each with its download and reason; the chosen one in full. */
export function FailuresDialog({ dialog, state, ...screen }: DialogProps<'failures'>) {
	const { failures } = state.batches;
	const at = failureAt(state.batches, dialog.chosen);
	const { list, words } = partsOf(screen.height);
	const shown = failureWindow(failures, at, list);
	const chosen = failures[at];
	return (
		<Dialog
			title="Failed requests"
			place={`${at + 1} of ${failures.length}`}
			columns={WANTED_WIDTH}
			screen={screen}
		>
			<FailureList lines={shown} at={at} />
			<Rule />
			{/* Space that a short list leaves is for the reason. */}
			<Paragraph
				token="bad"
				leastRows={words}
				most={words + list - shown.length}
				isLive
				spoken={chosen ? [reasonOf(chosen), `${at + 1} of ${failures.length}.`] : []}
			>
				{chosen ? reasonOf(chosen) : ''}
			</Paragraph>
		</Dialog>
	);
}

/** Returns the action, the full reason, and the next step. Sanitized. */
function reasonOf({ doing, text, hint }: BatchFailure): string {
	return `${oneLine(doing, 300)}: ${sentence(sanitize(text, 4000))} ${hint}`.trim();
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
};
