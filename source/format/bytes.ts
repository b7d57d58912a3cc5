const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;

/** Shown where a number is not known or makes no sense. */
const unknown = '–';

/**
 * Formats `count` bytes with a 1024-based unit: '0 B', '1.2 MiB', '41.2 GiB', '512 GiB'. At most four digits and
 * eight characters, so that columns keep their width. '–' for an invalid amount.
 */
export function bytes(count: number): string {
	if (Number.isNaN(count) || count < 0) return unknown;
	let value = count;
	for (const unit of units) {
		const digits = unit === 'B' ? Math.round(value).toString() : significant(value);
		// Held against the rounded text: 1023.7 KiB is not '1024 KiB' but '1.0 MiB'.
		if (Number(digits) < 1024) return `${digits} ${unit}`;
		value /= 1024;
	}
	return '∞';
}

/** Formats a rate: '1.2 MiB/s'. '–' for 0, so that active transfers stand out. */
export function speed(bytesPerSecond: number): string {
	const amount = bytesPerSecond < 0.5 ? unknown : bytes(bytesPerSecond);
	return amount === unknown ? unknown : `${amount}/s`;
}

function significant(value: number): string {
	const exact = value.toFixed(1);
	return Number(exact) < 100 ? exact : Math.round(value).toString();
}
