import { factLines } from '../../../columns/facts.ts';
import { count, textOrDash, unknown } from '../../../columns/figures.ts';
import { moment } from '../../../columns/moments.ts';
import { bytes } from '../../../format/bytes.ts';
import { errorText } from '../../../state/connection/error-text.ts';
import type { State } from '../../../state/core/state.ts';
import {
	type MetadataEntryDialog as Shown,
	takeEntry,
} from '../../../state/dialogs/metadata-entry-dialog.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { entryStatusNames } from '../form/forms/entry.ts';
import { openForm } from '../form/registry.ts';
import { Answers, Dialog, Gap, Line, Paragraph } from '../kit/index.ts';
import { swarmHealthText } from '../swarm-health/dialog.tsx';

const metadataEntryRefusals = {
	notShown: 'The entry is not shown yet.',
} as const;

function isShown(_: State, { entry }: Shown): true | string {
	return entry ? true : metadataEntryRefusals.notShown;
}

const metadataEntryCommands = dialogCommands('metadata-entry', [
	{
		id: 'metadata-entry-change',
		keys: ['e', 'enter'],
		title: 'Change name, category and status of the entry',
		hint: 'change it',
		when: isShown,
		run: ({ dispatch }, { publicKey, id, entry }) => {
			if (!entry) return;
			const { name = '', category = '', status } = entry;
			const texts = { name, category, status: status === undefined ? '' : String(status) };
			dispatch({ type: 'open', dialog: openForm({ form: 'entry-change', publicKey, id }, texts) });
		},
	},
	{
		id: 'metadata-entry-delete',
		keys: ['d', 'delete'],
		title: 'Delete the entry; asks first',
		hint: 'delete it',
		when: isShown,
		run: ({ dispatch }, { publicKey, id, entry }) => {
			if (!entry) return;
			const subject = { what: 'entry', publicKey, id, name: entry.name ?? '' } as const;
			dispatch({ type: 'open', dialog: { kind: 'channel-remove', subject } });
		},
	},
	closeCommand('metadata-entry-close', ['escape', 'q']),
]);

const WIDTH = 90;
/** Interval of requests, ms. */
const EVERY_MS = 5_000;

export const metadataEntryText = {
	title: 'Metadata entry',
	loading: 'Loading the entry…',
	none: 'The service reports no entry.',
} as const;

/** Types of entries of services in the field. */
const typeNames: Readonly<Record<number, string>> = { 300: 'torrent', 400: 'channel' };

/** Returns a number with its meaning: 'published (2)'; the number alone if its meaning is unknown. */
function coded(code: number | undefined, names: Readonly<Record<number, string>>): string {
	if (code === undefined) return unknown;
	const name = names[code];
	return name === undefined ? String(code) : `${name} (${code})`;
}

/** Shows a metadata entry. */
function MetadataEntryDialog({ dialog, state: _, ...screen }: DialogProps<'metadata-entry'>) {
	const { entry, failure } = dialog;
	const problem = failure ? errorText(failure) : entry ? '' : metadataEntryText.loading;
	return (
		<Dialog title={metadataEntryText.title} columns={WIDTH} screen={screen}>
			{factsOf(dialog).map((line) => (
				<Line key={line.slice(0, 12)}>{line}</Line>
			))}
			<Gap />
			<Paragraph leastRows={1} most={4} token={failure ? 'bad' : 'faint'} isLive>
				{problem}
			</Paragraph>
			<Answers commands={metadataEntryCommands} />
		</Dialog>
	);
}

function factsOf({ publicKey, id, entry }: Shown): readonly string[] {
	const { name, category, status, type, infohash, size, state, created } = entry ?? {};
	const { num_seeders, num_leechers, last_tracker_check } = entry ?? {};
	return factLines([
		['public key', publicKey],
		['id', id],
		['name', textOrDash(name)],
		['category', textOrDash(category)],
		['status', [coded(status, entryStatusNames), state ?? ''].join(' ').trim()],
		['type', coded(type, typeNames)],
		['infohash', textOrDash(infohash)],
		['size', size === undefined ? textOrDash('') : bytes(size)],
		[
			'swarm',
			last_tracker_check === 0
				? 'not checked'
				: swarmHealthText.totals(count(num_seeders), count(num_leechers)),
		],
		['created', moment(created)],
	]);
}

export const metadataEntryDialog: DialogSurface<'metadata-entry'> = {
	kind: 'metadata-entry',
	title: 'Metadata entry',
	commands: metadataEntryCommands,
	showsKeys: true,
	queries: [
		{
			name: 'entry',
			endpoint: 'listEntries',
			every: EVERY_MS,
			request: ({ dialogs }) => {
				const top = dialogs.at(-1);
				const { publicKey = '', id = '' } = top?.kind === 'metadata-entry' ? top : {};
				return { params: { public_key: publicKey, id } };
			},
			take: (state, [entry], _, __, { params = {} }) =>
				takeEntry(
					state,
					params,
					entry
						? { entry, failure: undefined }
						: { failure: { kind: 'not-found', message: metadataEntryText.none, hint: '' } },
				),
			fail: (state, failure, { params = {} }) => takeEntry(state, params, { failure }),
		},
	],
	view: MetadataEntryDialog,
};
