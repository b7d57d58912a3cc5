import type { Measured } from './measure/subject.ts';
import type { SeriesName } from './subject.ts';

/** One line of the tables: title, and value from the measurements. */
export interface Figure {
	readonly id: string;
	readonly title: string;
	readonly unit: string;
	readonly digits: number;
	readonly read: (measured: Measured) => number;
	/** Maximum with 10,000 downloads on 200×50. */
	readonly target?: number;
	/** Maximum as a multiple of the floor. */
	readonly overFloor?: number;
}

const megabyte = 1_000_000;

function series(name: SeriesName, field: 'p50' | 'p99' | 'bytes') {
	return (measured: Measured) => measured.series[name]?.[field] ?? Number.NaN;
}

/** Processor milliseconds for a press, less the usage without presses; NaN without an answer. */
export function netCpu(measured: Measured): number {
	const key = measured.series.key;
	if (!key || key.silent === key.presses) return Number.NaN;
	return key.cpuGross - (measured.idle.cpu / 100) * key.interval;
}

function total(measured: Measured, field: 'fullClears' | 'blankFrames'): number {
	return Object.values(measured.series).reduce((count, one) => count + one[field], measured.idle[field]);
}

const ms = { unit: 'ms', digits: 1 } as const;
const bytes = { unit: 'B', digits: 0 } as const;

/** All figures, with the targets of the cockpit. */
export const figures: readonly Figure[] = [
	{
		id: 'key-p50',
		title: 'key to change, p50',
		...ms,
		read: series('key', 'p50'),
		target: 3,
		overFloor: 1.3,
	},
	{ id: 'key-p99', title: 'key to change, p99', ...ms, read: series('key', 'p99'), target: 16 },
	{ id: 'scroll-p50', title: 'scroll, p50', ...ms, read: series('scroll', 'p50'), overFloor: 1.3 },
	{ id: 'scroll-p99', title: 'scroll, p99', ...ms, read: series('scroll', 'p99'), target: 16 },
	{ id: 'page-p50', title: 'page, p50', ...ms, read: series('page', 'p50'), overFloor: 1.3 },
	{ id: 'page-p99', title: 'page, p99', ...ms, read: series('page', 'p99'), target: 25 },
	{ id: 'sort-p50', title: 'sort, p50', ...ms, read: series('sort', 'p50') },
	{ id: 'sort-p99', title: 'sort, p99', ...ms, read: series('sort', 'p99'), target: 50 },
	{ id: 'filter-p50', title: 'filter keystroke, p50', ...ms, read: series('filter', 'p50') },
	{ id: 'filter-p99', title: 'filter keystroke, p99', ...ms, read: series('filter', 'p99'), target: 50 },
	{
		id: 'key-bytes',
		title: 'bytes: key',
		...bytes,
		read: series('key', 'bytes'),
		target: 500,
		overFloor: 1.3,
	},
	{
		id: 'scroll-bytes',
		title: 'bytes: scroll',
		...bytes,
		read: series('scroll', 'bytes'),
		target: 550,
		overFloor: 1.3,
	},
	{
		id: 'page-bytes',
		title: 'bytes: page',
		...bytes,
		read: series('page', 'bytes'),
		target: 3000,
		overFloor: 1.3,
	},
	{ id: 'sort-bytes', title: 'bytes: sort', ...bytes, read: series('sort', 'bytes') },
	{ id: 'filter-bytes', title: 'bytes: filter keystroke', ...bytes, read: series('filter', 'bytes') },
	{
		id: 'idle-bytes',
		title: 'idle: bytes a second',
		...bytes,
		read: ({ idle }) => idle.bytesPerSecond,
		target: 600,
	},
	{
		id: 'idle-cell',
		title: 'idle: bytes per changed cell',
		unit: 'B',
		digits: 1,
		read: ({ idle }) => idle.bytesPerCell,
		target: 10,
	},
	{
		id: 'idle-cpu',
		title: 'idle: CPU',
		unit: '%',
		digits: 1,
		read: ({ idle }) => idle.cpu,
		target: 2,
		overFloor: 1.5,
	},
	{
		id: 'clears',
		title: 'full clears',
		unit: '',
		digits: 0,
		read: (one) => total(one, 'fullClears'),
		target: 0,
	},
	{
		id: 'blanks',
		title: 'blank frames',
		unit: '',
		digits: 0,
		read: (one) => total(one, 'blankFrames'),
		target: 0,
	},
	{ id: 'key-cpu', title: 'CPU per key, net of idle', ...ms, read: netCpu, target: 4, overFloor: 1.2 },
	{
		id: 'key-cpu-gross',
		title: 'CPU per key, gross',
		...ms,
		read: ({ series: { key } }) => (key && key.silent < key.presses ? key.cpuGross : Number.NaN),
	},
	{
		id: 'painted',
		title: 'start: first paint',
		...ms,
		digits: 0,
		read: ({ start }) => start.painted,
		target: 200,
		overFloor: 1.2,
	},
	{
		id: 'listed',
		title: 'start: list',
		...ms,
		digits: 0,
		read: ({ start }) => start.listed,
		overFloor: 1.5,
	},
	{
		id: 'whole',
		title: 'start: whole list',
		...ms,
		digits: 0,
		read: ({ start }) => start.whole,
		overFloor: 2.5,
	},
	{
		id: 'after',
		title: 'start: list after the answer',
		...ms,
		digits: 0,
		read: ({ start }) => start.afterAnswer,
		target: 300,
	},
	{
		id: 'rss',
		title: 'RSS, peak',
		unit: 'MB',
		digits: 0,
		read: ({ peakMemory }) => peakMemory / megabyte,
		target: 150,
	},
	{
		id: 'rss-idle',
		title: 'RSS, after idling',
		unit: 'MB',
		digits: 0,
		read: ({ idle }) => idle.memory / megabyte,
		target: 110,
	},
	{ id: 'lag', title: 'held key: lag after release', ...ms, digits: 0, read: ({ lag }) => lag, target: 20 },
	{
		id: 'lag-slow',
		title: 'held key on 8 KB/s: lag',
		...ms,
		digits: 0,
		read: ({ lagOnSlowLink }) => lagOnSlowLink,
		target: 150,
	},
];
