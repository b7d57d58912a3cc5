import { oneLine } from '../../../format/one-line.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { sentence } from '../../../format/sentence.ts';
import type { BatchFailure } from '../../../state/batch/batch.ts';
import { failureAt, moveInFailures } from '../../../state/batch/failure-list.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Dialog, Paragraph, Rule } from '../kit/index.ts';
import { failuresCommands } from './commands.ts';
import { partsOf, WANTED_WIDTH } from './layout.ts';
import { FailureList } from './list.ts';
import { failureWindow } from './window.ts';

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
