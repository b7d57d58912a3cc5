/** A moment in seconds since 1970 as lists show it: '2026-11-20 14:03:09' in UTC; '–' for none. */
export function moment(seconds: number): string {
	const date = new Date(seconds * 1000);
	if (!(seconds > 0) || Number.isNaN(date.getTime())) return '–';
	return date.toISOString().slice(0, 19).replace('T', ' ');
}
