import { isTracker, type Tracker } from '../../../../../protocol/resources/tracker.ts';
import { offers } from '../../../../../state/connection/connection.ts';
import type { State } from '../../../../../state/core/state.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { openForm } from '../../../../dialogs/form/registry.ts';
import { commandsOf } from '../../../../surfaces/command.ts';

export const trackerCommandsText = {
	absent: 'The service cannot change the trackers of a download.',
	none: 'There is no tracker here. Press a to add one.',
	noTracker: 'This source of peers is no tracker. It stays.',
} as const;

/** Returns the tracker under the cursor of the tab. */
function currentTracker({ details, downloads }: State): Tracker | undefined {
	const { trackers = [] } = current(downloads) ?? {};
	return trackers[Math.min(details.trackerIndex, trackers.length - 1)];
}

/** Returns it with its download. */
function chosenTracker(state: State) {
	const download = current(state.downloads);
	const tracker = currentTracker(state);
	return download && tracker && { infohash: download.infohash, name: download.name, url: tracker.url };
}

function canChange({ connection }: State): true | string {
	return offers(connection, { extension: 'trackers', in8: true }) ? true : trackerCommandsText.absent;
}

function canChangeCurrent(state: State): true | string {
	const can = canChange(state);
	if (can !== true) return can;
	const tracker = currentTracker(state);
	if (!tracker) return trackerCommandsText.none;
	return isTracker(tracker) ? true : trackerCommandsText.noTracker;
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
		when: canChangeCurrent,
		run: ({ state, dispatch }) => {
			const tracker = chosenTracker(state);
			if (tracker) dispatch({ type: 'open', dialog: { kind: 'tracker-remove', ...tracker } });
		},
	},
	{
		id: 'tracker-edit',
		keys: ['E'],
		title: 'Change the URL of the tracker',
		words: 'edit replace',
		hint: 'edit',
		when: canChangeCurrent,
		run: ({ state, dispatch }) => {
			const tracker = chosenTracker(state);
			if (!tracker) return;
			const { url } = tracker;
			dispatch({ type: 'open', dialog: openForm({ form: 'tracker', ...tracker }, { url }) });
		},
	},
]);
