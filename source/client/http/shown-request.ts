/** Returns the path of an endpoint with its infohash. Other parameters stay in braces. */
export function shownPath(template: string, { infohash }: Readonly<Record<string, string>>): string {
	return infohash === undefined ? template : template.replace('{infohash}', infohash);
}

/** Returns a query with flags and numbers. Other values are hidden: they may be URLs and names. */
export function shownQuery(query: Readonly<Record<string, unknown>>): string {
	const shown = Object.entries(query).flatMap(([name, value]) => {
		if (value === undefined || value === false) return [];
		return [`${name}=${value === true ? '1' : typeof value === 'number' ? value : '…'}`];
	});
	return shown.length === 0 ? '' : `?${shown.join('&')}`;
}
