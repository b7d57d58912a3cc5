import { bytes } from '../format/bytes.ts';
import { oneLine } from '../format/one-line.ts';
import type {
	CircuitSlots,
	CpuSample,
	MemorySample,
	OpenFile,
	OpenSocket,
	Thread,
} from '../protocol/resources/debug.ts';
import type { Column } from './column.ts';
import { growingColumn, numberColumn, quantityColumn, textColumn, withData } from './declare.ts';
import { decimal, formatOrDash, nonNegative, textOrDash } from './figures.ts';
import { moment } from './moments.ts';

export const threadColumns: readonly Column<Thread>[] = [
	numberColumn('id', 'ID', 15, 2, ({ thread_id }) => decimal(thread_id)),
	textColumn('name', 'NAME', 24, 0, ({ thread_name }) => textOrDash(thread_name)),
	growingColumn('at', 'AT', 20, ({ frames }) => textOrDash(oneLine(frames?.at(-1) ?? ''))),
];

export const socketColumns: readonly Column<OpenSocket>[] = [
	textColumn('type', 'TYPE', 6, 2, ({ type }) => socketTypes[type ?? Number.NaN] ?? decimal(type)),
	textColumn('local', 'LOCAL', 24, 0, ({ laddr }) => textOrDash(laddr)),
	growingColumn('remote', 'REMOTE', 24, ({ raddr }) => textOrDash(raddr)),
	textColumn('status', 'STATUS', 12, 1, ({ status }) => textOrDash(status)),
	numberColumn('family', 'FAMILY', 6, 3, ({ family }) => decimal(family)),
];

/** Socket types by the system's number. */
const socketTypes: Readonly<Record<number, string>> = { 1: 'stream', 2: 'dgram' };

export const openFileColumns: readonly Column<OpenFile>[] = [
	numberColumn('fd', 'FD', 6, 1, ({ fd }) => decimal(nonNegative(fd))),
	growingColumn('path', 'PATH', 20, ({ path }) => path),
];

export const circuitColumns: readonly Column<CircuitSlots>[] = [
	quantityColumn('random', 'RANDOM', 10, 0, ({ random }) => random),
	quantityColumn('competing', 'COMPETING', 10, 0, ({ competing }) => competing),
];

export const cpuColumns: readonly Column<CpuSample>[] = [
	withData(
		textColumn('time', 'TIME', 19, 0, ({ time }) => moment(time)),
		({ time }) => time,
	),
	withData(
		numberColumn('cpu', 'CPU', 7, 0, ({ cpu }) =>
			formatOrDash(cpu, (percent) => `${decimal(Math.round(percent * 10) / 10)}%`),
		),
		({ cpu }) => cpu,
	),
];

export const memoryColumns: readonly Column<MemorySample>[] = [
	withData(
		textColumn('time', 'TIME', 19, 0, ({ time }) => moment(time)),
		({ time }) => time,
	),
	withData(
		numberColumn('memory', 'MEMORY', 9, 0, ({ mem }) => formatOrDash(mem, bytes)),
		({ mem }) => mem,
	),
];
