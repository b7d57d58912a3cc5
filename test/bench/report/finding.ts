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

/** Returns whether a finding meets its target, 'ok', 'over' or 'under'. '' without a target. */
export function verdictOf({ value, atMost, atLeast }: Finding): '' | 'ok' | 'over' | 'under' {
	if (atMost === undefined && atLeast === undefined) return '';
	if (atLeast !== undefined && !(value >= atLeast)) return 'under';
	return atMost === undefined || value <= atMost ? 'ok' : 'over';
}

/** Returns a finding as cells: name, value, target, and whether the target is met. */
export function findingCells(finding: Finding): string[] {
	const { title, value, unit, digits, atMost, atLeast } = finding;
	const shown = (amount: number) => `${amount.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
	const text = Number.isFinite(value) ? shown(value) : '–';
	const bounds = [
		...(atLeast === undefined ? [] : [`≥ ${shown(atLeast)}`]),
		...(atMost === undefined ? [] : [`≤ ${shown(atMost)}`]),
	];
	return [title, text, bounds.join(', '), verdictOf(finding)];
}
