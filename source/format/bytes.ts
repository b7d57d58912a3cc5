const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;

/** Shown for unknown and invalid numbers. */
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
		// Compares the rounded text: 1023.7 KiB is '1.0 MiB', not '1024 KiB'.
		if (Number(digits) < 1024) return `${digits} ${unit}`;
		value /= 1024;
	}
	return '∞';
}

/** Formats bytes in at most five characters: '0', '310K', '12.4M'. '–' for an invalid amount. */
export function shortBytes(count: number): string {
	const [number = '', unit = ''] = bytes(count).split(' ');
	return unit === 'B' && number !== '0' ? `${number}B` : `${number}${unit.replace(/i?B$/, '')}`;
}

/** Formats a rate: '1.2 MiB/s'. '–' for 0, so that active transfers are conspicuous. */
export function speed(bytesPerSecond: number): string {
	return bytesPerSecond < 0.5 ? unknown : rate(bytesPerSecond);
}

/** Formats a rate, also that of 0: '0 B/s'. '–' for an invalid rate. */
export function rate(bytesPerSecond: number): string {
	const amount = bytes(bytesPerSecond);
	return amount === unknown ? unknown : `${amount}/s`;
}

function significant(value: number): string {
	const exact = value.toFixed(1);
	return Number(exact) < 100 ? exact : Math.round(value).toString();
}
