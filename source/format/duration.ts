const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const YEAR_SECONDS = 365 * DAY_SECONDS;

/** Longer durations mean 'never'. Idle services send etas of 2e15 s. */
const INFINITE_SECONDS = 100 * DAY_SECONDS;

/**
 * Formats a duration in its two largest units: '45s', '12m 5s', '2h 0m', '3d 4h'. '∞' from 100 days on and for
 * non-finite values; '–' for a negative one, which means unknown.
 */
export function duration(seconds: number): string {
	if (seconds < 0) return '–';
	const whole = Math.round(seconds);
	// Negated, so that NaN is infinite too.
	if (!(whole < INFINITE_SECONDS)) return '∞';
	if (whole < MINUTE_SECONDS) return `${whole}s`;
	if (whole < HOUR_SECONDS) return `${Math.floor(whole / MINUTE_SECONDS)}m ${whole % MINUTE_SECONDS}s`;
	if (whole < DAY_SECONDS)
		return `${Math.floor(whole / HOUR_SECONDS)}h ${Math.floor((whole % HOUR_SECONDS) / MINUTE_SECONDS)}m`;
	return `${Math.floor(whole / DAY_SECONDS)}d ${Math.floor((whole % DAY_SECONDS) / HOUR_SECONDS)}h`;
}

/**
 * Formats an age in one unit: '0s', '12s', '5m', '3h', '12d', '2y'. A negative age (clocks differ) is '0s';
 * '–' for non-finite values.
 */
export function age(seconds: number): string {
	if (!Number.isFinite(seconds)) return '–';
	const whole = Math.max(0, Math.floor(seconds));
	if (whole < MINUTE_SECONDS) return `${whole}s`;
	if (whole < HOUR_SECONDS) return `${Math.floor(whole / MINUTE_SECONDS)}m`;
	if (whole < DAY_SECONDS) return `${Math.floor(whole / HOUR_SECONDS)}h`;
	if (whole < YEAR_SECONDS) return `${Math.floor(whole / DAY_SECONDS)}d`;
	return `${Math.floor(whole / YEAR_SECONDS)}y`;
}

/** Formats a short duration: '0.4 ms', '12 ms', '1.5 s'. From 10 s on as `duration`; '–' for a negative one. */
export function milliseconds(ms: number): string {
	if (ms < 0) return '–';
	if (ms < 999.5) return `${ms < 9.95 ? ms.toFixed(1).replace(/\.0$/, '') : Math.round(ms)} ms`;
	return ms < 9_950 ? `${(ms / 1_000).toFixed(1)} s` : duration(ms / 1_000);
}
