/** The year 10000, seconds since 1970: what lies beyond is no moment that anybody means. */
const endOfTime = 253_402_300_800;

/** A moment that makes sense, seconds since 1970; services send 0 where they do not know. */
export function knownMoment(seconds: number | undefined): number | undefined {
	return seconds !== undefined && seconds > 0 && seconds < endOfTime ? seconds : undefined;
}

/** A moment in seconds since 1970 as lists show it: '2026-11-20 14:03:09' in UTC; '–' for none. */
export function moment(seconds: number): string {
	if (knownMoment(seconds) === undefined) return '–';
	return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
