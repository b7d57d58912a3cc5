import { isTracker } from '../../../../../protocol/resources/tracker.ts';
import { offers } from '../../../../../state/connection/connection.ts';
import type { State } from '../../../../../state/core/state.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { openForm } from '../../../../dialogs/form/registry.ts';
import { commandsOf, onSubject } from '../../../../surfaces/command.ts';

export const trackerCommandsText = {
	absent: 'The service cannot change the trackers of a download.',
	none: 'There is no tracker here. Press a to add one.',
	noTracker: 'This source of peers is no tracker. It stays.',
} as const;

function canChange({ connection }: State): true | string {
	return offers(connection, { extension: 'trackers', in8: true }) ? true : trackerCommandsText.absent;
}

/** Returns the tracker under the cursor of the tab with its download, or why it cannot be changed. */
function changeable(state: State) {
	const can = canChange(state);
	if (can !== true) return can;
	const download = current(state.downloads);
	const { trackers = [] } = download ?? {};
	const tracker = trackers[Math.min(state.details.trackerIndex, trackers.length - 1)];
	if (!download || !tracker) return trackerCommandsText.none;
	const { infohash, name } = download;
	return isTracker(tracker) ? { infohash, name, url: tracker.url } : trackerCommandsText.noTracker;
}

export const trackerCommands = commandsOf('tab-trackers', [
	{
		id: 'tracker-add',
		keys: ['a', 'insert'],
		title: 'Add a tracker to the download',
		words: 'announce url new',
		hint: 'add',
		when: canChange,
		run: ({ state, dispatch }) => {
			const download = current(state.downloads);
			if (!download) return;
			const { infohash, name } = download;
			dispatch({ type: 'open', dialog: openForm({ form: 'tracker', infohash, name, url: undefined }) });
		},
	},
	{
		id: 'tracker-remove',
		keys: ['d', 'delete'],
		title: 'Remove the tracker; asks first',
		words: 'delete',
		hint: 'remove',
		...onSubject(changeable, (tracker, { dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'tracker-remove', ...tracker } }),
		),
	},
	{
		id: 'tracker-edit',
		keys: ['E'],
		title: 'Change the URL of the tracker',
		words: 'edit replace',
		hint: 'edit',
		...onSubject(changeable, (tracker, { dispatch }) => {
			const dialog = openForm({ form: 'tracker', ...tracker }, { url: tracker.url });
			dispatch({ type: 'open', dialog });
		}),
	},
]);
