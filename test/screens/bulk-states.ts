import { missingRouteText } from '../../source/service/downloads/hops.ts';
import type { RequestResult } from '../../source/state/batch/batch.ts';
import { actionInProgress } from '../../source/state/batch/change.ts';
import type { BatchMessage } from '../../source/state/batch/message.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { focusFormField } from '../../source/state/dialogs/form-dialog.ts';
import { filteredOutDownloads, subjectsOf } from '../../source/state/downloads/selection.ts';
import { openForm } from '../../source/tui/dialogs/form/registry.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames, mixedName } from './hard-names.ts';
import { listing, namedDownloads } from './named-downloads.ts';

/** Names that are hard to draw, one of each kind. */
const named = [
	'debian-13.2.0-amd64-netinst.iso',
	mixedName,
	...Object.values(hardNames).slice(1),
	'Cafe\u0301 mu\u0308sli',
	'a name without any end '.repeat(12),
];

const after = (state: State, ...messages: Message[]): State => messages.reduce(update, state);
const work = (what: BatchMessage): Message => ({ type: 'batch', what });

const downloads = namedDownloads(named, { error: '', hops: 0 });
const listed = listing(downloads);
const all = after(listed, { type: 'select', which: 'all' });
const one = listing(namedDownloads([mixedName], { error: '', hops: 0 }));

/** Returns the downloads that a dialog applies to. */
function appliesTo({ downloads: slice, optimistic }: State) {
	const subjects = subjectsOf(slice);
	return { subjects, filteredOut: filteredOutDownloads(slice, subjects), pending: optimistic };
}

const about = downloads.map(({ infohash }) => infohash);
const reason = missingRouteText(2, 0);

function outcome(index: number, text?: string): RequestResult {
	const name = named[index] ?? '';
	const fault = text === undefined ? undefined : { text, hint: '' };
	const change = { kind: 'hops', hops: 2 } as const;
	return { name, doing: `${actionInProgress(change)} ${name}`, infohash: about[index], change, fault };
}

function begun(total: number, hops: number): Message {
	const change = { kind: 'hops', hops } as const;
	const doing = `${actionInProgress(change)} ${total} downloads`;
	const changes = about.map((infohash) => ({ infohash, change }));
	return work({ type: 'began', id: 1, doing, total, changes, step: undefined, at: 0 });
}

const failed = after(
	all,
	begun(8, 2),
	work({
		type: 'progress',
		id: 1,
		outcomes: named.map((name, index) => outcome(index, index === 1 ? `${name} is busy` : reason)),
		at: 0,
	}),
	work({ type: 'ended', id: 1, news: undefined, at: 0 }),
);

/** Screens of batches, by name. */
export const bulkScreens: Readonly<Record<string, State>> = {
	range: after(listed, { type: 'move', rows: 1 }, { type: 'range' }, { type: 'move', rows: 4 }),
	confirm: after(all, {
		type: 'open',
		dialog: {
			kind: 'confirm',
			change: { kind: 'state', state: 'recheck' },
			unchanged: 1,
			unchangedReason: 'running',
			...appliesTo(all),
			filteredOut: 2,
		},
	}),
	'remove-many': after(all, {
		type: 'open',
		dialog: {
			kind: 'remove',
			hidden: 1,
			subjects: downloads.map((each) => ({
				...each,
				bytes: each.size ?? 0,
				size: each.size ?? 0,
				ratio: each.ratio ?? 0,
			})),
		},
	}),
	'delete-data-of-many': after(all, {
		type: 'open',
		dialog: {
			kind: 'delete-data',
			hidden: 1,
			subjects: downloads.map((each) => ({
				...each,
				bytes: each.size ?? 0,
				size: each.size ?? 0,
				ratio: each.ratio ?? 0,
			})),
		},
	}),
	progress: after(
		all,
		begun(312, 1),
		work({
			type: 'progress',
			id: 1,
			outcomes: [outcome(0), outcome(1, 'busy'), ...Array(75).fill(outcome(0))],
			at: 0,
		}),
		{ type: 'tick', now: 12_000 },
		{ type: 'details', what: { type: 'show', shown: 'split', focused: false } },
	),
	hops: after(all, {
		type: 'open',
		dialog: openForm({ form: 'hops', ...appliesTo(all) }, { hops: '2' }),
	}),
	'hops-of-one': after(one, {
		type: 'open',
		dialog: openForm({ form: 'hops', ...appliesTo(one) }, { hops: '1' }),
	}),
	limits: after(one, {
		type: 'open',
		dialog: focusFormField(
			openForm({ form: 'limits', ...appliesTo(one) }, { down: 'none', up: '1.5M' }),
			'up',
		),
	}),
	failures: after(failed, { type: 'open', dialog: { kind: 'failures', chosen: 3 } }),
};
