import { visibleBatch } from '../../../state/batch/batch.ts';
import { commandsOf } from '../../surfaces/command.ts';

/** Commands of every pane for running batches of requests. */
export const batchCommands = commandsOf('panes', [
	{
		id: 'work-cancel',
		keys: ['x'],
		title: 'Cancel requests that are not sent yet',
		hint: 'cancel the rest',
		urgent: ({ batches }) => visibleBatch(batches) !== undefined,
		when: ({ batches }) =>
			batches.running.length === 0
				? 'No requests are being sent.'
				: batches.running.every(({ cancelled }) => cancelled)
					? 'The rest is cancelled already. Waiting for the requests that were sent.'
					: true,
		run: ({ dispatch }) => dispatch({ type: 'batch', what: { type: 'cancel' } }),
	},
	{
		id: 'work-failures',
		group: 'view',
		keys: ['X'],
		title: 'Show failed requests',
		hint: 'failures',
		urgent: ({ batches }) => !batches.seen,
		when: ({ batches }) => (batches.failures.length > 0 ? true : 'No request has failed.'),
		run: ({ state, dispatch }) => {
			dispatch({ type: 'open', dialog: { kind: 'failures', chosen: state.batches.firstFailureId } });
			dispatch({ type: 'batch', what: { type: 'seen' } });
		},
	},
]);
