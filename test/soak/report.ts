import { table } from '../bench/report/tables.ts';
import type { Sample } from './samples.ts';
import { type Allowance, type Point, trendOf } from './trend.ts';

interface Figure {
	/** End of the titles. */
	readonly title: string;
	readonly unit: string;
	/** Bytes or counts of one unit. */
	readonly divisor: number;
	readonly allowed: Allowance;
}

const MB = 1_000_000;

/**
 * V8 returns free memory late, so memory has the most room. The ids of deleted trades stay in the database: 50 bytes
 * for each trade.
 */
const figures: readonly Figure[] = [
	{ title: 'memory', unit: 'MB', divisor: MB, allowed: { share: 0.2, value: 8 * MB } },
	{ title: 'descriptors', unit: '', divisor: 1, allowed: { share: 0.1, value: 8 } },
	{ title: 'threads', unit: '', divisor: 1, allowed: { share: 0.1, value: 2 } },
	{ title: 'database', unit: 'kB', divisor: 1_000, allowed: { share: 0.1, value: 250_000 } },
	{ title: 'state files', unit: 'kB', divisor: 1_000, allowed: { share: 0.05, value: 50_000 } },
	{ title: 'files of downloads', unit: '', divisor: 1, allowed: { share: 0.1, value: 8 } },
];

/** Returns a table of all figures with their trends, and whether all level off. */
export function report(samples: readonly { readonly minute: number; readonly sample: Sample }[]): {
	readonly lines: readonly string[];
	readonly isLevel: boolean;
} {
	const titles = [...(samples[0]?.sample.keys() ?? [])];
	let isLevel = true;
	const rows = titles.map((title) => {
		const figure = figures.find((one) => title.endsWith(one.title));
		if (!figure) throw new Error(`no figure for ${title}`);
		const points = samples.map(
			({ minute, sample }): Point => ({ minute, value: sample.get(title) ?? Number.NaN }),
		);
		const { from, to, slope, isGrowing } = trendOf(points, figure.allowed);
		if (isGrowing) isLevel = false;
		const shown = (value: number) => `${(value / figure.divisor).toFixed(1)} ${figure.unit}`.trimEnd();
		return [title, shown(from), shown(to), `${shown(slope)}/min`, isGrowing ? 'grows' : 'levels off'];
	});
	return { lines: table([['last two thirds', 'from', 'to', 'slope', 'verdict'], ...rows]), isLevel };
}
