/** Returns the earliest of some times; undefined if there is none. */
export function earliest(...times: readonly (number | undefined)[]): number | undefined {
	const known = times.filter((time) => time !== undefined);
	return known.length === 0 ? undefined : Math.min(...known);
}
