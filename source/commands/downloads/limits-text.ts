import { INHERITED, UNLIMITED } from '../../format/own-limit.ts';

function textOf(limit: number): string {
	if (limit === INHERITED) return 'as its label';
	return limit === UNLIMITED ? 'without a limit' : `${Math.round(limit / 10.24) / 100} KiB/s`;
}

/** Returns the limits in words: 'down 500 KiB/s, up without a limit'. Undefined is unchanged. */
export function limitsText(down: number | undefined, up: number | undefined): string {
	const part = (name: string, limit: number | undefined) =>
		limit === undefined ? [] : [`${name} ${textOf(limit)}`];
	return [...part('down', down), ...part('up', up)].join(', ');
}
