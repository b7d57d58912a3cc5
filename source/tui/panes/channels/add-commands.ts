import { isInfohash } from '../../../protocol/infohash.ts';
import { addSources, beginAdding } from '../../../state/adding/add-dialog.ts';
import type { AddDialog } from '../../../state/adding/adding.ts';
import { planOf } from '../../../state/adding/plan.ts';
import type { Source } from '../../../state/adding/source.ts';
import { sourceOfItem, sourceOfTorrent } from '../../../state/channels/source-of-torrent.ts';
import type { State } from '../../../state/core/state.ts';
import type { SectionId } from '../../../state/surfaces/sections.ts';
import { currentPlace } from '../../dialogs/add/place.ts';
import { addedLines } from '../../dialogs/add/plan-texts.ts';
import { addLines } from '../../dialogs/add/send.ts';
import { type Command, showRefusal } from '../../surfaces/command.ts';
import { channelsSectionOf, itemSubjects, torrentSubjects } from './cursor-subjects.ts';

export const addText = {
	noTorrent: 'No torrent to add.',
	noSource: 'This item has no torrent or magnet link.',
	added: 'It is in the downloads already.',
	allAdded: 'They are in the downloads already.',
} as const;

/** Returns the links of the selected torrents or items, else of the row under the cursor. */
function chosenSources(state: State): readonly Source[] {
	const torrents = torrentSubjects(state).flatMap(({ torrent }) => sourceOfTorrent(torrent) ?? []);
	const items = itemSubjects(state).flatMap((item) => sourceOfItem(item) ?? []);
	return [...torrents, ...items];
}

/** Returns the dialog that would add them. */
function dialogOf(state: State): AddDialog {
	return addSources(beginAdding(state, '', currentPlace()), chosenSources(state));
}

/** Returns why nothing can be added. */
function someSource(state: State): true | string {
	const items = itemSubjects(state);
	const some =
		torrentSubjects(state).some(({ torrent }) => isInfohash(torrent.infohash)) ||
		items.some((item) => sourceOfItem(item) !== undefined);
	if (some) return true;
	return items.length > 0 ? addText.noSource : addText.noTorrent;
}

/** Number of rows from which a command does not check in advance whether they are downloads already. */
const MANY_ROWS = 50;

function someNew(state: State): true | string {
	const some = someSource(state);
	const count = torrentSubjects(state).length + itemSubjects(state).length;
	if (some !== true || count >= MANY_ROWS) return some;
	const dialog = dialogOf(state);
	if (addedLines(state, dialog).length > 0) return true;
	return planOf(state, dialog).length === 1 ? addText.added : addText.allAdded;
}

function addingIn(scope: SectionId, noun: string): readonly Command[] {
	return [
		{
			id: `${scope}-add`,
			scope,
			keys: ['a', 'insert'],
			title: `Add the selected ${noun}s to the downloads, or the one under the cursor`,
			words: 'download fetch',
			hint: 'add',
			when: someNew,
			run: (context) => {
				const { state, dispatch } = context;
				const dialog = dialogOf(state);
				const lines = addedLines(state, dialog);
				if (lines.length === 0) showRefusal(addText.allAdded, context);
				else addLines(lines, dialog, context);
				if (channelsSectionOf(state) === scope) dispatch({ type: 'select-rows', step: 'none' });
			},
		},
		{
			id: `${scope}-add-with-options`,
			scope,
			keys: ['+'],
			title: `Add the ${noun}s with a destination and other options`,
			words: 'download folder hops',
			when: someSource,
			run: ({ state, dispatch }) => dispatch({ type: 'open', dialog: dialogOf(state) }),
		},
	];
}

/** Commands that add torrents to the downloads. */
export const addCommands: readonly Command[] = [
	...addingIn('channels-torrents', 'torrent'),
	...addingIn('channels-items', 'item'),
	...addingIn('channels-search', 'result'),
];
