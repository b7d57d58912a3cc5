/** The limits that apply, in bytes per second; 0 is none, undefined is unknown. */
interface ActiveLimits {
	readonly set: string;
	readonly download: number | undefined;
	readonly upload: number | undefined;
}

/** Whether alternative limits apply, and both are none. */
export function areAlternativesUnset({ set, download, upload }: ActiveLimits): boolean {
	return set === 'alternative' && download === 0 && upload === 0;
}
