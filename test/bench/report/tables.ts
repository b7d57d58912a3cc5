import { type Figure, figures, netCpu } from '../figures.ts';
import type { Measured } from '../measure/subject.ts';
import { MAIN_COUNT } from '../options.ts';
import { median } from '../statistics.ts';

/** Returns a table for the terminal. Columns are as wide as their cells; numbers are right-aligned. */
export function table(rows: readonly (readonly string[])[]): string[] {
	const widths = (rows[0] ?? []).map((_, column) =>
		Math.max(...rows.map((row) => (row[column] ?? '').length)),
	);
	return rows.map((row) =>
		row
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join('  ')
			.trimEnd(),
	);
}

/** Returns a figure as text, '–' if there is none. */
export function shown({ digits, unit }: Pick<Figure, 'digits' | 'unit'>, value: number): string {
	if (!Number.isFinite(value)) return '–';
	return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

/** Returns the verdict of the targets, as the table shows the values: 'ok', 'over', or '' without a target. */
export function verdict(figure: Figure, measured: Measured, floor: Measured | undefined): string {
	const { target, overFloor, digits } = figure;
	if (target === undefined && overFloor === undefined) return '';
	const value = figure.read(measured);
	if (!Number.isFinite(value)) return 'no response';
	const isOver = target !== undefined && Number(value.toFixed(digits)) > target;
	const ratio = floor ? median(ratiosOf(figure, measured, floor)) : Number.NaN;
	return isOver || (overFloor !== undefined && Number(ratio.toFixed(2)) > overFloor) ? 'over' : 'ok';
}

/** Returns a figure of a program as multiples of that of another, one for each round. */
function ratiosOf(figure: Figure, measured: Measured, floor: Measured): number[] {
	const others = floor.rounds ?? [floor];
	return (measured.rounds ?? [measured])
		.map((one, round) => figure.read(one) / figure.read(others[round] ?? floor))
		.filter(Number.isFinite);
}

/**
 * Returns a figure of a program as a multiple of that of another, e.g. '1.24 (1.10 to 1.41)': the median of their
 * rounds, with the smallest and the largest one.
 */
export function ratioTo(figure: Figure, measured: Measured, floor: Measured): string {
	const ratios = ratiosOf(figure, measured, floor);
	if (ratios.length === 0) return '–';
	const middle = median(ratios).toFixed(2);
	if (ratios.length === 1) return middle;
	return `${middle} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

/**
 * Returns all programs beside each other, for one number of downloads. The cockpit is also compared with the floor
 * and the targets.
 */
export function compare(all: readonly Measured[], what = '20 changing a second'): string[] {
	const [first] = all;
	if (!first) return [];
	const cockpit = all.find(({ subject }) => subject === 'cockpit');
	const floor = all.find(({ subject }) => subject === 'floor');
	// The targets apply to this list on this terminal.
	const judged = cockpit && first.downloads === MAIN_COUNT && first.columns === 200 && first.rows === 50;
	const heading = ['', ...all.map(({ subject }) => subject)];
	if (cockpit && floor) heading.push('× floor');
	if (judged) heading.push('at most', '');
	// A figure with a target stays in the table even without a value.
	const shownFigures = figures.filter(
		(figure) => cockpit !== undefined || all.some((one) => Number.isFinite(figure.read(one))),
	);
	const rows = shownFigures.map((figure) => {
		const row = [figure.title, ...all.map((one) => shown(figure, figure.read(one)))];
		if (cockpit && floor) row.push(ratioTo(figure, cockpit, floor));
		if (judged) {
			row.push(targetOf(figure), verdict(figure, cockpit, floor));
		}
		return row;
	});
	const size = `${first.columns}×${first.rows}`;
	const failures = all.flatMap(({ subject, failures: trouble }) =>
		trouble.map((what) => `${subject}: ${what}`),
	);
	return [
		`${first.downloads.toLocaleString('en')} downloads, ${size}, ${what}`,
		...table([heading, ...rows]),
		...silences(all),
		...failures,
	];
}

/** Returns the targets of a figure: its maximum, and that as a multiple of the floor. */
export function targetOf(figure: Figure): string {
	const { target, overFloor } = figure;
	return [
		...(target === undefined ? [] : [shown(figure, target)]),
		...(overFloor === undefined ? [] : [`${overFloor} ×`]),
	].join(', ');
}

/** Returns the series in which presses had no effect. */
function silences(all: readonly Measured[]): string[] {
	return all.flatMap(({ subject, series }) =>
		Object.entries(series).flatMap(([name, { presses, silent, unchanged }]) => {
			if (presses === 0) return [`${subject}: ${name}: no response`];
			const notes = [
				...(silent > 0 ? [`${silent} of ${presses} presses without response`] : []),
				...(unchanged > 0 ? [`${unchanged} of ${presses} without visible change`] : []),
			];
			return notes.length === 0 ? [] : [`${subject}: ${name}: ${notes.join(', ')}`];
		}),
	);
}

/** A figure that compares two numbers of downloads. */
export interface Growth {
	readonly title: string;
	readonly cockpit: number;
	readonly floor: number;
	readonly target: number;
	readonly unit: string;
	readonly digits: number;
}

export function growth(all: readonly Measured[]): Growth[] {
	const of = (subject: string, downloads: number) =>
		all.find((one) => one.subject === subject && one.downloads === downloads);
	const cpu = (subject: string) => {
		const [few, many] = [of(subject, 100), of(subject, MAIN_COUNT)];
		return few && many ? netCpu(many) / netCpu(few) : Number.NaN;
	};
	const memory = (subject: string) => {
		const [some, most] = [of(subject, MAIN_COUNT), of(subject, 50_000)];
		return some && most ? (most.peakMemory - some.peakMemory) / 4_000_000 : Number.NaN;
	};
	const key = (subject: string) => {
		const [many, most] = [of(subject, MAIN_COUNT), of(subject, 100_000)];
		return (most?.series.key?.p50 ?? Number.NaN) / (many?.series.key?.p50 ?? Number.NaN);
	};
	return [
		{
			title: 'key to change p50, 100,000 : 10,000',
			cockpit: key('cockpit'),
			floor: key('floor'),
			target: 2,
			unit: '×',
			digits: 2,
		},
		{
			title: 'CPU per key, 10,000 : 100',
			cockpit: cpu('cockpit'),
			floor: cpu('floor'),
			target: 1.5,
			unit: '×',
			digits: 2,
		},
		{
			title: 'RSS for 10,000 more',
			cockpit: memory('cockpit'),
			floor: memory('floor'),
			target: 25,
			unit: 'MB',
			digits: 1,
		},
	].filter(({ cockpit }) => Number.isFinite(cockpit));
}

export function growthTable(all: readonly Measured[]): string[] {
	const grown = growth(all);
	if (grown.length === 0) return [];
	return table([
		['', 'cockpit', 'floor', 'at most', ''],
		...grown.map((one) => [
			one.title,
			shown(one, one.cockpit),
			shown(one, one.floor),
			shown(one, one.target),
			one.cockpit > one.target ? 'over' : 'ok',
		]),
	]);
}
