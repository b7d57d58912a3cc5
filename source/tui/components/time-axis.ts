import { duration } from '../../format/duration.ts';

/** Returns a length of time in words: '10m 0s' is '10m'. */
export function lengthText(milliseconds: number): string {
	return duration(milliseconds / 1000).replace(/ 0[smh]$/, '');
}

const timeAxisWords = { ago: (time: string) => `${time} ago`, now: 'now' } as const;

/** Minimum cells between the words of an axis. */
const MIN_GAP_CELLS = 3;

/** Returns the time axis of a graph, at most `cells` cells. `length`: the time that it covers, ms. */
export function timeAxisText(length: number, cells: number): string {
	if (!(length > 0)) return '';
	const { now } = timeAxisWords;
	const [from, half] = [length, length / 2].map((each) => timeAxisWords.ago(lengthText(each)));
	if (from === undefined || half === undefined || from.length + 1 + now.length > cells) return '';
	const rest = cells - from.length - half.length - now.length;
	const before = Math.floor(cells / 2) - from.length - Math.floor(half.length / 2);
	if (before < MIN_GAP_CELLS || rest - before < MIN_GAP_CELLS)
		return `${from}${' '.repeat(cells - from.length - now.length)}${now}`;
	return `${from}${' '.repeat(before)}${half}${' '.repeat(rest - before)}${now}`;
}
