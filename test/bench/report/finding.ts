/** One thing that was measured of the service, with what it is to be where that is said. */
export interface Finding {
	readonly title: string;
	/** NaN when it could not be measured. */
	readonly value: number;
	readonly unit: string;
	readonly digits: number;
	readonly atMost?: number;
	readonly atLeast?: number;
}

/** A finding as cells: what, how much, what it is to be, and whether it is. */
export function findingCells(finding: Finding): string[] {
	const { title, value, unit, digits, atMost, atLeast } = finding;
	const shown = (amount: number) => `${amount.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
	const text = Number.isFinite(value) ? shown(value) : '–';
	if (atMost !== undefined) return [title, text, `≤ ${shown(atMost)}`, value <= atMost ? 'ok' : 'over'];
	if (atLeast !== undefined) return [title, text, `≥ ${shown(atLeast)}`, value >= atLeast ? 'ok' : 'under'];
	return [title, text, '', ''];
}
