/** Start of the year 10000, Unix seconds. Later moments are invalid. */
const MAX_UNIX_SECONDS = 253_402_300_800;

/** Returns a valid moment, Unix seconds. Services send 0 if it is unknown. */
export function validMoment(seconds: number | undefined): number | undefined {
	return seconds !== undefined && seconds > 0 && seconds < MAX_UNIX_SECONDS ? seconds : undefined;
}

/** Formats a moment in local time: '2026-11-20 14:03:09'; '–' for none. */
export function moment(seconds: number | undefined): string {
	const known = validMoment(seconds);
	if (known === undefined) return '–';
	return `${localDay(new Date(known * 1000))} ${clock(known)}`;
}

/** Formats the local time of a moment, Unix seconds: '14:03:09'. */
export function clock(seconds: number): string {
	const date = new Date(seconds * 1000);
	return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** Formats the local day of a moment: '2026-11-20'. */
export function localDay(date: Date): string {
	const year = String(date.getFullYear()).padStart(4, '0');
	return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(number: number): string {
	return String(number).padStart(2, '0');
}
