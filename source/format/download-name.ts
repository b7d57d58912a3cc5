/** Returns the name of a download, or its infohash if the name is empty or blank. Untrusted text. */
export function nameOrInfohash({
	name,
	infohash,
}: {
	readonly name: string;
	readonly infohash: string;
}): string {
	return name.trim() === '' ? infohash : name;
}
