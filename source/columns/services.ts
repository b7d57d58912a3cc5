import { age } from '../format/duration.ts';
import type { Column, Tone } from './column.ts';
import { growingColumn, numberColumn, rankedColumn, textColumn } from './declare.ts';
import { amount, count, sortable } from './figures.ts';

/** A service of the user as last polled. Unknown values are undefined. */
export interface ServiceRow {
	/** Name of its context. */
	readonly name: string;
	/** Address without a key. */
	readonly url: string;
	/** Kind of the current failure; '' while it answers. */
	readonly failure: string;
	/** Whether it has answered since the cockpit started. */
	readonly hasAnswered: boolean;
	/** Age of that answer, s, rounded; only while it fails. */
	readonly dataAge: number | undefined;
	/** Whether the core reports an exception. */
	readonly hasException: boolean;
	/** Numbers of downloads. */
	readonly total: number | undefined;
	readonly downloading: number | undefined;
	readonly seeding: number | undefined;
	readonly stopped: number | undefined;
	readonly errors: number | undefined;
	/** Bytes per second. */
	readonly speedDown: number | undefined;
	readonly speedUp: number | undefined;
	/** Free bytes of its disk. */
	readonly freeSpace: number | undefined;
}

/** The kinds of failures in one word. */
export const serviceTroubles: Readonly<Record<string, string>> = {
	unreachable: 'unreachable',
	timeout: 'slow',
	unauthorized: 'unauthorized',
	'not-found': 'no downloads here',
	absent: 'no downloads here',
	malformed: 'invalid response',
};

export const servicesText = {
	failing: 'failing',
	connecting: 'connecting',
	connected: 'connected',
	exception: 'exception',
	errors: (number: number) => (number === 1 ? '1 error' : `${number} errors`),
	diskFull: 'disk full',
} as const;

/** Free space below which a disk counts as full, bytes. */
const FULL_BELOW_BYTES = 64 * 1024 ** 2;

function isDiskFull({ freeSpace }: ServiceRow): boolean {
	return freeSpace !== undefined && freeSpace < FULL_BELOW_BYTES;
}

/** Returns the state of the connection in words. */
function connectionOf(row: ServiceRow): string {
	const { failure, hasAnswered, dataAge, hasException } = row;
	if (failure !== '') {
		const since = dataAge === undefined ? '' : `, data ${age(dataAge)} old`;
		return `${serviceTroubles[failure] ?? servicesText.failing}${since}`;
	}
	if (!hasAnswered) return servicesText.connecting;
	const condition = hasException ? servicesText.exception : servicesText.connected;
	return isDiskFull(row) ? `${condition}, ${servicesText.diskFull}` : condition;
}

/** Returns why a service needs attention; '' if it does not. */
export function attentionOf(row: ServiceRow): string {
	const { failure, hasException, errors = 0 } = row;
	return [
		...(failure === '' ? [] : [serviceTroubles[failure] ?? servicesText.failing]),
		...(hasException ? [servicesText.exception] : []),
		...(errors > 0 ? [servicesText.errors(errors)] : []),
		...(isDiskFull(row) ? [servicesText.diskFull] : []),
	].join(', ');
}

function toneOf(row: ServiceRow): Tone {
	const { failure, hasAnswered, hasException } = row;
	if (failure !== '' || hasException) return 'bad';
	if (!hasAnswered) return 'busy';
	return isDiskFull(row) ? 'warning' : 'good';
}

/** Values of a service that does not answer are old. */
const unlessFailing =
	(tone: (row: ServiceRow) => Tone) =>
	(row: ServiceRow): Tone =>
		row.failure === '' ? tone(row) : 'faint';

/** Declares a column of numbers; those above 0 have the tone. */
function numbers(
	id: 'total' | 'downloading' | 'seeding' | 'stopped' | 'errors' | 'speedDown' | 'speedUp',
	title: string,
	width: number,
	dropOrder: number,
	tone: Tone,
	show = count,
): Column<ServiceRow> {
	return {
		...rankedColumn(id, title, width, dropOrder, (row: ServiceRow) => row[id], show),
		tone: unlessFailing((row) => ((row[id] ?? 0) > 0 ? tone : 'faint')),
	};
}

/** Columns of the overview of all services. */
export const serviceColumns: readonly Column<ServiceRow>[] = [
	{
		id: 'attention',
		title: '!',
		about: 'needs attention',
		width: 1,
		align: 'left',
		dropOrder: 0,
		value: (row) => (attentionOf(row) === '' ? '' : '!'),
		spoken: (row) => {
			const why = attentionOf(row);
			return why === '' ? '' : `needs attention, ${why}`;
		},
		tone: () => 'bad',
		sortKey: (row) => (attentionOf(row) === '' ? 1 : 0),
	},
	{ ...growingColumn('name', 'NAME', 12, ({ name }: ServiceRow) => name), sortKey: ({ name }) => name },
	{
		...textColumn('connection', 'CONNECTION', 22, 1, connectionOf),
		tone: toneOf,
		isStatus: true,
		sortKey: connectionOf,
	},
	numbers('speedDown', 'DOWN', 9, 2, 'down', amount),
	numbers('speedUp', 'UP', 9, 3, 'up', amount),
	numbers('errors', 'ERRORS', 6, 4, 'bad'),
	numbers('downloading', 'DOWNLOADING', 11, 6, 'down'),
	numbers('seeding', 'SEEDING', 7, 7, 'up'),
	numbers('stopped', 'STOPPED', 7, 8, 'idle'),
	numbers('total', 'TOTAL', 5, 5, 'normal'),
	{
		...numberColumn('free', 'FREE', 9, 9, ({ freeSpace }: ServiceRow) => amount(freeSpace)),
		sortKey: ({ freeSpace }) => sortable(freeSpace),
	},
	{ ...textColumn('url', 'ADDRESS', 26, 10, ({ url }: ServiceRow) => url), sortKey: ({ url }) => url },
];
