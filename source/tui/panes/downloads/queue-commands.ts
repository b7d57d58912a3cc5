import { isComplete, queuePosition } from '../../../columns/download-facts.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { subjectsOf } from '../../../state/downloads/selection.ts';
import { subjectText } from '../../actions/send-change.ts';
import { type Command, type CommandContext, showRefusal } from '../../surfaces/command.ts';
import { someSubject } from './change-commands.ts';

export const queueCommandsText = {
	foreign: 'This service has no queue.',
	unqueued: 'The service does not queue this download.',
	atEnd: 'Nothing to move: already at this end of the queue.',
	steps: { top: 'to the top', up: 'up', down: 'down', bottom: 'to the bottom' },
	moved: (to: string, what: string) => `Moved ${to} in the queue: ${what}`,
} as const;

type Step = keyof typeof queueCommandsText.steps;

function canMove(state: State): true | string {
	if (!offers(state.connection, { extension: 'queue', in8: true })) return queueCommandsText.foreign;
	const some = someSubject(state);
	if (some !== true) return some;
	return queuedOf(state).length > 0 ? true : queueCommandsText.unqueued;
}

function queuedOf({ downloads }: State): readonly Download[] {
	return subjectsOf(downloads).filter((download) => queuePosition(download) !== undefined);
}

/** Returns the downloads that a step moves, in the sequence in which they keep their order. */
function movable(subjects: readonly Download[], list: readonly Download[], step: Step): readonly Download[] {
	const isForward = step === 'up' || step === 'top';
	const ordered = subjects.toSorted((one, other) => (one.queue_position ?? 0) - (other.queue_position ?? 0));
	const fromEnd = isForward ? ordered : ordered.toReversed();
	// Complete downloads have an order of their own.
	const ends = new Map(
		[true, false].map((complete) => [
			complete,
			isForward ? 0 : list.filter((each) => isComplete(each) === complete).length - 1,
		]),
	);
	const moving = fromEnd.filter((each) => {
		const end = ends.get(isComplete(each));
		if (end === undefined || each.queue_position !== end) return true;
		ends.set(isComplete(each), end + (isForward ? 1 : -1));
		return false;
	});
	return step === 'top' || step === 'bottom' ? moving.toReversed() : moving;
}

function moveBy(step: Step): (context: CommandContext) => void {
	return (context) => {
		const { downloads } = context.state;
		const moving = movable(queuedOf(context.state), downloads.list, step);
		if (moving.length === 0) {
			showRefusal(queueCommandsText.atEnd, context);
			return;
		}
		const what = subjectText(moving);
		context.write({
			// In sequence: concurrent steps would mix the order.
			send: async (client) => {
				for (const { infohash } of moving) await client.verified.moveInQueue(infohash, `queue_${step}`);
			},
			doing: `Moving ${what} in the queue`,
			done: { level: 'info', text: queueCommandsText.moved(queueCommandsText.steps[step], what) },
			stale: ['downloads'],
			queue: 'queue',
		});
	};
}

const command = (step: Step, key: string, title: string): Command => ({
	id: `queue-${step}`,
	scope: 'downloads',
	keys: [key],
	title,
	words: 'priority order position',
	when: canMove,
	run: moveBy(step),
});

/** Commands that move downloads in the queue. */
export const queueCommands: readonly Command[] = [
	command('up', 'ctrl-up', 'Move the download up in the queue'),
	command('down', 'ctrl-down', 'Move the download down in the queue'),
	command('top', 'ctrl-home', 'Move the download to the top of the queue'),
	command('bottom', 'ctrl-end', 'Move the download to the bottom of the queue'),
];
