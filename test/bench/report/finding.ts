/** One measurement of the service, with its target if there is one. */
export interface Finding {
	readonly title: string;
	/** NaN if it could not be measured. */
	readonly value: number;
	readonly unit: string;
	readonly digits: number;
	readonly atMost?: number;
	readonly atLeast?: number;
}

/** Returns a finding as cells: name, value, target, and whether the target is met. */
export function findingCells(finding: Finding): string[] {
	const { title, value, unit, digits, atMost, atLeast } = finding;
	const shown = (amount: number) => `${amount.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
	const text = Number.isFinite(value) ? shown(value) : '–';
	if (atMost !== undefined) return [title, text, `≤ ${shown(atMost)}`, value <= atMost ? 'ok' : 'over'];
	if (atLeast !== undefined) return [title, text, `≥ ${shown(atLeast)}`, value >= atLeast ? 'ok' : 'under'];
	return [title, text, '', ''];
}
