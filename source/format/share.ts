/**
 * Formats a share ratio: '0.00', '1.25', '12.3', '123'. Larger ones are '>9999', so that columns keep their width. '∞'
 * if infinite; '–' if invalid.
 */
export function ratio(value: number): string {
	if (Number.isNaN(value) || value < 0) return '–';
	if (value === Number.POSITIVE_INFINITY) return '∞';
	for (const decimals of [2, 1]) {
		const text = value.toFixed(decimals);
		// Rounding may add a digit: '9.995' becomes '10.00'.
		if (text.length <= 4) return text;
	}
	return value < 9999.5 ? value.toFixed(0) : '>9999';
}

/**
 * Formats a progress of 0 to 1 in percent: '0.0%', '41.2%', '100%'. Rounds down, so that only a complete one is 100%.
 * Clamps to the range; '–' for NaN.
 */
export function percent(progress: number): string {
	if (Number.isNaN(progress)) return '–';
	if (progress >= 1) return '100%';
	// The addend compensates floating-point errors: 0.29 × 1000 is slightly less than 290.
	const tenths = Math.min(999, Math.floor(Math.max(0, progress) * 1000 + 1e-9));
	return `${(tenths / 10).toFixed(1)}%`;
}
