import { nameOrInfohash } from '../../../format/download-name.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { Extension } from '../../../protocol/extensions.ts';
import { changed } from '../../../state/batch/change.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { subjectsOf } from '../../../state/downloads/selection.ts';
import { emptyLine } from '../../../state/surfaces/line-edit.ts';
import { subjectText } from '../../actions/send-change.ts';
import { seedingTexts } from '../../dialogs/form/forms/seeding.ts';
import { openForm } from '../../dialogs/form/registry.ts';
import type { Command } from '../../surfaces/command.ts';
import { changeOrAsk, someSubject, subjectsOfQuestion } from './change-commands.ts';

/** Commands for properties of downloads that not every service has. */

/** Returns a condition that requires an extension of the service, then a download. */
const withExtension = (extension: Extension, foreign: string) => (state: State) =>
	offers(state.connection, { extension }) ? someSubject(state) : foreign;

export const labelCommandsText = {
	foreign: "This service has no labels. Only seedtop's own service has them.",
} as const;

/** Chooses or creates a label. */
export const labelCommand: Command = {
	id: 'label',
	scope: 'downloads',
	keys: ['b'],
	title: 'Choose or create a label of the download',
	words: 'category tag group',
	when: withExtension('labels', labelCommandsText.foreign),
	run: ({ state, dispatch }) =>
		dispatch({
			type: 'open',
			dialog: {
				kind: 'labels',
				line: emptyLine,
				chosen: 0,
				labels: undefined,
				failure: '',
				...subjectsOfQuestion(state),
			},
		}),
};

export const renameCommandText = {
	foreign: "This service cannot rename downloads. Only seedtop's own service can.",
	several: 'Several downloads are selected. Select the one to rename.',
} as const;

const canRename = withExtension('rename', renameCommandText.foreign);

/** Changes the name of a download that is shown. */
export const renameCommand: Command = {
	id: 'rename',
	scope: 'downloads',
	keys: ['.', 'f2'],
	title: 'Rename the download',
	words: 'name title',
	when: (state) => {
		const can = canRename(state);
		return can === true && subjectsOf(state.downloads).length > 1 ? renameCommandText.several : can;
	},
	run: ({ state, dispatch }) => {
		const [download] = subjectsOf(state.downloads);
		if (!download) return;
		const { infohash, name, torrent_name: ofTorrent = nameOrInfohash(download) } = download;
		const subject = { form: 'rename', infohash, torrentName: ofTorrent } as const;
		dispatch({ type: 'open', dialog: openForm(subject, { name }) });
	},
};

export const seedingCommandsText = {
	of8: 'This service ends the seeding of all downloads alike. Press , to change that.',
	foreign: "This service has no limits of seeding. Only seedtop's own service has them.",
} as const;

const canLimitSeeding = withExtension('seeding', seedingCommandsText.foreign);

/** Ends seeding at a ratio or after a time. */
export const seedingCommand: Command = {
	id: 'seeding',
	scope: 'downloads',
	keys: ['Q'],
	title: 'End the seeding of the download at a ratio or after a time',
	words: 'limit share stop ratio',
	when: (state) => (state.connection.dialect === '8.x' ? seedingCommandsText.of8 : canLimitSeeding(state)),
	run: ({ state, dispatch }) => {
		const subjects = subjectsOf(state.downloads);
		const [first] = subjects;
		if (!first) return;
		const what = sanitize(subjectText(subjects), 100);
		const infohashes = subjects.map(({ infohash }) => infohash);
		const texts = subjects.length === 1 ? seedingTexts(first) : {};
		dispatch({ type: 'open', dialog: openForm({ form: 'seeding', infohashes, what }, texts) });
	},
};

export const orderCommandText = {
	foreign: "This service has no sequential order. Only seedtop's own service has it.",
} as const;

/** Whether all downloads that the key changes are sequential. */
function areSequential({ downloads, optimistic }: State): boolean {
	return subjectsOf(downloads).every(
		(download) => changed(download, optimistic.get(download.infohash)?.change).sequential === true,
	);
}

/** Requests the pieces of downloads in their order, or the rarest first if all of them are sequential. */
export const orderCommand: Command = {
	id: 'sequential',
	scope: 'downloads',
	keys: ['W'],
	title: 'Download sequentially, or in any order again',
	words: 'pieces play watch stream beginning',
	when: withExtension('sequential', orderCommandText.foreign),
	run: (context) => changeOrAsk({ kind: 'sequential', sequential: !areSequential(context.state) }, context),
};
