const MINUTE_SECONDS = 60;
const hour = 60 * MINUTE_SECONDS;
const day = 24 * hour;
const year = 365 * day;

/** From here on a duration means 'never': idle services send etas of 2e15 s. */
const never = 100 * day;

/**
 * Formats a duration in its two largest units: '45s', '12m 5s', '2h 0m', '3d 4h'. '∞' from 100 days on and for
 * non-finite values; '–' for a negative one, which means unknown.
 */
export function duration(seconds: number): string {
	if (seconds < 0) return '–';
	const whole = Math.round(seconds);
	// Written so that NaN, too, is never.
	if (!(whole < never)) return '∞';
	if (whole < MINUTE_SECONDS) return `${whole}s`;
	if (whole < hour) return `${Math.floor(whole / MINUTE_SECONDS)}m ${whole % MINUTE_SECONDS}s`;
	if (whole < day) return `${Math.floor(whole / hour)}h ${Math.floor((whole % hour) / MINUTE_SECONDS)}m`;
	return `${Math.floor(whole / day)}d ${Math.floor((whole % day) / hour)}h`;
}

/**
 * Formats an age in one unit: '0s', '12s', '5m', '3h', '12d', '2y'. A moment in the future (clocks differ) is '0s';
 * '–' for non-finite values.
 */
export function age(seconds: number): string {
	if (!Number.isFinite(seconds)) return '–';
	const whole = Math.max(0, Math.floor(seconds));
	if (whole < MINUTE_SECONDS) return `${whole}s`;
	if (whole < hour) return `${Math.floor(whole / MINUTE_SECONDS)}m`;
	if (whole < day) return `${Math.floor(whole / hour)}h`;
	if (whole < year) return `${Math.floor(whole / day)}d`;
	return `${Math.floor(whole / year)}y`;
}
