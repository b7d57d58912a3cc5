/** Returns a time for the name of a file: '20261122T200530.123Z'. Names of later times sort after it. */
export function timeInName(time: Date): string {
	return time.toISOString().replace(/[-:]/g, '');
}
