const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

const part =
	/(\d{1,9}) ?(?:(s)(?:ec(?:onds?|s)?)?|(m)(?:in(?:utes?|s)?)?|(h)(?:ours?|rs?)?|(d)(?:ays?)?|(w)(?:eeks?)?)(?![a-z]) ?/gy;

/**
 * Parses a duration, s: '90m', '2d', '1h 30m', '45 seconds'. Each number has a unit, because a bare number is ambiguous.
 * Undefined for other text and for 0.
 */
export function readDuration(text: string): number | undefined {
	const typed = text.trim().toLowerCase();
	let seconds = 0;
	let end = 0;
	for (const [found, number = '', ...units] of typed.matchAll(part)) {
		seconds += Number(number) * (unitSeconds[units.find((unit) => unit) ?? ''] ?? 0);
		end += found.length;
	}
	if (end < typed.length || seconds === 0) return undefined;
	return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** Formats a duration so that `readDuration` parses it: '1h', '1h30m'. */
export function typedDuration(seconds: number): string {
	let rest = seconds;
	let text = '';
	for (const unit of ['d', 'h', 'm', 's']) {
		const size = unitSeconds[unit] ?? 1;
		const count = Math.floor(rest / size);
		if (count > 0) text += `${count}${unit}`;
		rest -= count * size;
	}
	return text;
}
