import type { Unit } from './fields.ts';

/** An amount as written, in the unit of its field. */
interface Amount {
	readonly value: number;
	/** Unit of its last digit. 2.5 means the range from 2.5 to below 2.6. */
	readonly step: number;
}

const KIBI = 1024;
const bytes: Readonly<Record<string, number>> = {
	b: 1,
	kib: KIBI,
	mib: KIBI ** 2,
	gib: KIBI ** 3,
	tib: KIBI ** 4,
	pib: KIBI ** 5,
	k: KIBI,
	m: KIBI ** 2,
	g: KIBI ** 3,
	t: KIBI ** 4,
	p: KIBI ** 5,
	kb: 1e3,
	mb: 1e6,
	gb: 1e9,
	tb: 1e12,
	pb: 1e15,
};

const DAY_SECONDS = 86_400;
const seconds: Readonly<Record<string, number>> = {
	s: 1,
	sec: 1,
	m: 60,
	min: 60,
	h: 3_600,
	d: DAY_SECONDS,
	w: 7 * DAY_SECONDS,
	y: 365 * DAY_SECONDS,
};

/** Units after a number, by kind; '' if the unit is optional. */
const units: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
	bytes: { '': 1, ...bytes },
	rate: { '': 1, ...bytes },
	percent: { '': 1, '%': 1 },
	number: { '': 1 },
	duration: seconds,
	age: seconds,
};

/** Offered units, the most common first, and an example. */
export const offered: Readonly<
	Record<Unit, { readonly units: readonly string[]; readonly example: string }>
> = {
	bytes: { units: ['GiB', 'MiB', 'KiB', 'TiB', 'GB', 'MB', 'kB'], example: '4GiB' },
	rate: { units: ['MiB', 'KiB', 'MB', 'kB'], example: '500KiB' },
	percent: { units: ['%'], example: '50%' },
	number: { units: [], example: '2' },
	duration: { units: ['min', 'h', 'd', 's'], example: '2h' },
	age: { units: ['d', 'h', 'min', 'w', 'y'], example: '7d' },
};

const written = /^(\d{1,15}(?:[.,](\d{1,6}))?|[.,](\d{1,6}))\s*(\p{L}*%?)$/u;

/**
 * Parses an amount: '4GiB', '700 MB', '1.5', '50%', '7d'. Returns 'unfinished' if only the required unit is missing,
 * and undefined for other text.
 */
export function readAmount(text: string, unit: Unit): Amount | 'unfinished' | undefined {
	const found = written.exec(unit === 'rate' ? text.replace(/(\/s|ps)$/i, '') : text);
	if (!found) return undefined;
	const [, digits = '', whole, bare, suffix = ''] = found;
	const decimals = whole ?? bare ?? '';
	const factor = units[unit][suffix.toLowerCase()];
	if (factor === undefined) return suffix === '' ? 'unfinished' : undefined;
	return { value: Number(digits.replace(',', '.')) * factor, step: factor / 10 ** decimals.length };
}
