import { isComplete, queuePosition, ratioText, transferText } from '../../../../../columns/download-facts.ts';
import {
	type DownloadState,
	hasOwnStatus,
	reasonOf,
	stateDisplays,
	stateOf,
} from '../../../../../columns/download-state.ts';
import { type FactRow, factRows } from '../../../../../columns/fact-rows.ts';
import type { Facts } from '../../../../../columns/facts.ts';
import { count, formatOrDash, unknown } from '../../../../../columns/figures.ts';
import { validMoment } from '../../../../../columns/moments.ts';
import { thinBar } from '../../../../../format/bar.ts';
import { bytes, rate } from '../../../../../format/bytes.ts';
import { age, duration } from '../../../../../format/duration.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { ownLimitText } from '../../../../../format/own-limit.ts';
import { percent, ratio } from '../../../../../format/share.ts';
import type { Download } from '../../../../../protocol/resources/download.ts';
import { type Segment, widthOf } from '../../../../components/compose-line.ts';

/** Cells of the names, with the gap after them. */
export const NAME_CELLS = 10;
/** Blanks between two columns of facts, and minimum cells of one. */
const GAP_CELLS = 2;
const MIN_COLUMN_CELLS = 23;
/** Minimum and maximum cells of the bar of the progress. */
const MIN_BAR_CELLS = 6;
const MAX_BAR_CELLS = 40;

/** A fact on the screen. It may be beside another one. */
interface Entry {
	readonly name: string;
	/** Safe text. */
	readonly value: readonly Segment[];
}

/** A line of the overview: one or two facts. */
export type EntryRow = readonly { readonly entry: Entry; readonly left: number }[];

/** Words of the states. */
export const stateWords: Readonly<Record<DownloadState, string>> = {
	error: 'error',
	downloading: 'downloading',
	stalled: 'stalled',
	metadata: 'fetching the metadata',
	checking: 'checking',
	waiting: 'waiting',
	seeding: 'seeding',
	stopped: 'stopped',
};

interface Given {
	readonly download: Download;
	/** The facts that are spoken. Those without a short form are shown as they are. */
	readonly facts: Facts;
	/** A request that the service does not show yet. */
	readonly pending: string | undefined;
	/** Time since it was added: '2h ago'; '' if unknown or less than a minute. */
	readonly addedAge: string;
	/** Whether graphs show the rates. */
	readonly hasGraphs: boolean;
	readonly width: number;
}

/** Facts that have a short form. */
const shortForms = new Set(
	'status,error,pending,progress,received,sent,down,up,time left,seeds,peers,availability,destination,added'.split(
		',',
	),
);

/** Returns the facts of a download in lines of `width` cells, the most important first. */
export function entryRows({
	download,
	facts,
	pending,
	addedAge,
	hasGraphs,
	width,
}: Given): readonly EntryRow[] {
	const { speed_down: down, speed_up: up, error } = download;
	const plain = (name: string, text: string): Entry => ({ name, value: [{ text }] });
	const long = (name: string, text: string): readonly Entry[] =>
		factRows([[name, text]], width - NAME_CELLS).map((row) => entryOf(row));
	return packed(
		[
			...stateEntries(download, width),
			...(error === '' ? [] : long('error', error)),
			...(pending === undefined ? [] : long('pending', pending)),
			doneEntry(download, width),
			...(hasGraphs ? [] : [plain('down', formatOrDash(down, rate)), plain('up', formatOrDash(up, rate))]),
			plain('seeds', swarmText(download.num_seeds, download.num_connected_seeds)),
			plain('peers', swarmText(download.num_peers, download.num_connected_peers)),
			plain('ratio', ratioText(download)),
			plain('copies', formatOrDash(download.availability, ratio)),
			plain('sent', transferText(download.total_up, download.all_time_upload)),
			plain('received', transferText(download.total_down, download.all_time_download)),
			plain(
				'limits',
				`▼ ${limitText(download, 'max_download_speed')}  ▲ ${limitText(download, 'max_upload_speed')}`,
			),
			...long('path', download.destination),
			...facts
				.filter(([name]) => name === 'added')
				.flatMap(([name, value]) => long(name, addedAge === '' ? value : `${value}, ${addedAge}`)),
			...facts.filter(([name]) => !shortForms.has(name)).flatMap(([name, value]) => long(name, value)),
		],
		width,
	);
}

/** Returns the time since a moment (Unix seconds) in whole minutes at least: '2h ago'; '' if it is less or unknown. */
export function agoText(seconds: number | undefined, now: number): string {
	const known = validMoment(seconds);
	const passed = known === undefined ? 0 : now / 1_000 - known;
	return passed < 60 ? '' : `${age(passed)} ago`;
}

function entryOf({ fact, name, value }: FactRow): Entry {
	return { name, value: [{ text: value, token: fact === 'error' ? 'bad' : 'normal' }] };
}

/** Returns the state in words, and the status of the service in its own words if it says more. */
function stateEntries(download: Download, width: number): readonly Entry[] {
	const state = stateOf(download);
	const { sign, tone } = stateDisplays[state];
	const queue = queuePosition(download);
	const left = state === 'downloading' && !isComplete(download) ? timeLeft(download) : '';
	const reason = state === 'error' ? '' : reasonOf(download);
	const more = [
		...(reason === '' ? [] : [`: ${reason}`]),
		...(left === '' ? [] : [`, ${left}`]),
		...(queue === undefined ? [] : [`, number ${count(queue + 1)} in the queue`]),
	].join('');
	const value: Segment[] = [
		{ text: `${sign} ${stateWords[state]}`, token: tone },
		{ text: oneLine(more, 200) },
	];
	if (!hasOwnStatus(download)) return [{ name: 'state', value }];
	const status: Segment = { text: `  ${oneLine(download.status, 60)}`, token: 'faint' };
	if (NAME_CELLS + widthOf([...value, status]) <= width)
		return [{ name: 'state', value: [...value, status] }];
	return [
		{ name: 'state', value },
		{ name: 'status', value: [{ text: oneLine(download.status, 60) }] },
	];
}

function timeLeft({ eta }: Download): string {
	const left = formatOrDash(eta, duration);
	return left === unknown ? '' : `${left} left`;
}

/** Returns the progress with a bar where there is room for one. */
function doneEntry({ progress, size }: Download, width: number): Entry {
	const isKnown = size !== undefined && (size > 0 || isComplete({ progress }));
	const share = formatOrDash(progress, percent);
	const isWhole = isComplete({ progress });
	const amount = !isKnown
		? 'of an unknown size'
		: isWhole
			? bytes(size)
			: `${progress === undefined ? unknown : bytes(Math.round(progress * size))} of ${bytes(size)}`;
	const room = Math.min(MAX_BAR_CELLS, width - NAME_CELLS - amount.length - share.length - 3);
	const bar = progress === undefined || room < MIN_BAR_CELLS ? undefined : thinBar(progress, room);
	const bars: Segment[] = bar
		? [
				{ text: ` ${bar.full}`, token: isWhole ? 'good' : 'gauge' },
				{ text: bar.rest, token: 'track' },
			]
		: [];
	return { name: 'done', value: [{ text: share }, ...bars, { text: ` ${amount}` }] };
}

function swarmText(all: number | undefined, connected: number | undefined): string {
	return connected === undefined ? count(all) : `${count(connected)} of ${count(all)}`;
}

function limitText(download: Download, direction: 'max_download_speed' | 'max_upload_speed'): string {
	const limit = download[direction];
	return limit === undefined ? unknown : ownLimitText(limit, download.label ?? '');
}

/** Returns entries in lines: two short ones beside each other, if there is room for two columns. */
function packed(entries: readonly Entry[], width: number): readonly EntryRow[] {
	const column = Math.floor((width - GAP_CELLS) / 2);
	const isShort = ({ name, value }: Entry) =>
		column >= MIN_COLUMN_CELLS && name !== '' && NAME_CELLS + widthOf(value) <= column;
	const rows: EntryRow[] = [];
	for (let index = 0; index < entries.length; index++) {
		const entry = entries[index];
		const next = entries[index + 1];
		if (!entry) break;
		const after = entries[index + 2];
		// The first line of a long fact stays with the others.
		const isPair = next && isShort(entry) && isShort(next) && after?.name !== '';
		if (isPair) {
			rows.push([
				{ entry, left: 0 },
				{ entry: next, left: column + GAP_CELLS },
			]);
			index++;
		} else rows.push([{ entry, left: 0 }]);
	}
	return rows;
}
